// The script of the page in webrtc.test: clients of another maker call from it.
import { OpenAIRealtimeWebRTC, RealtimeAgent, RealtimeSession } from '@openai/agents-realtime';
import { OpenAIRealtimeWebRTC as OpenAIConnection } from 'openai/realtime/webrtc';

export interface CallReport {
  readonly types: readonly string[];
  readonly errors: readonly string[];
  readonly history: readonly string[];
  readonly responses: readonly string[];
  readonly callId: string | undefined;
  /** Loudest sound of the service while it spoke, 0 to 1. */
  readonly loudest: number;
}

interface Spoken {
  readonly samples: readonly number[];
  readonly sampleRateHz: number;
}

async function until(check: () => boolean, what: string, seen: readonly string[]): Promise<void> {
  const end = Date.now() + 20_000;
  while (!check()) {
    if (Date.now() > end) throw new Error(`Never came: ${what}. There was: ${seen.join(' ')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Says a sentence into the call, hears the answer to its end, asks for a story and interrupts it. */
async function talkThroughAgents(baseUrl: string, apiKey: string, { samples, sampleRateHz }: Spoken): Promise<CallReport> {
  const context = new AudioContext();
  const microphone = context.createMediaStreamDestination();
  const audioElement = document.createElement('audio');
  const transport = new OpenAIRealtimeWebRTC({ baseUrl, mediaStream: microphone.stream, audioElement });
  const agent = new RealtimeAgent({ name: 'Guide', instructions: 'Say exactly: I hear you well.' });
  const session = new RealtimeSession(agent, { transport, model: 'gpt-realtime', tracingDisabled: true });
  const types: string[] = [];
  const responses: string[] = [];
  const errors: string[] = [];
  transport.on('*', (event) => {
    types.push(event.type);
    if (event.type === 'response.done') responses.push(String(event['response'].status));
  });
  session.on('error', ({ error }) => errors.push(JSON.stringify(error)));
  await session.connect({ apiKey });
  const { callId } = transport;

  await until(() => audioElement.srcObject instanceof MediaStream, 'the track', types);
  const analyser = new AnalyserNode(context, { fftSize: 1024 });
  if (audioElement.srcObject instanceof MediaStream) context.createMediaStreamSource(audioElement.srcObject).connect(analyser);
  const wave = new Float32Array(analyser.fftSize);
  const loudness = () => {
    analyser.getFloatTimeDomainData(wave);
    return wave.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  };
  let loudest = 0;
  const listening = setInterval(() => (loudest = Math.max(loudest, loudness())), 20);

  const buffer = context.createBuffer(1, samples.length, sampleRateHz);
  buffer.copyToChannel(
    Float32Array.from(samples, (sample) => sample / 32_768),
    0,
  );
  const voice = new AudioBufferSourceNode(context, { buffer });
  voice.connect(microphone);
  voice.start(context.currentTime + 0.3);
  await until(() => responses.length === 1, 'an answer to speech', types);
  clearInterval(listening);

  await session.updateAgent(new RealtimeAgent({ name: 'Teller' }));
  session.sendMessage('Tell me a long story');
  const told = () => types.filter((type) => type === 'response.output_audio_transcript.delta').length > 8;
  // What nobody has heard is not cut.
  await until(() => told() && loudness() > 0.05, 'a story', types);
  session.interrupt();
  const ended = ['conversation.item.truncated', 'conversation.item.retrieved'];
  await until(() => responses.length === 2 && ended.every((type) => types.includes(type)), 'the end of the story', types);
  const history = session.history.map((item) =>
    item.type === 'message'
      ? `${item.role}: ${item.content.map((part) => ('text' in part ? part.text : part.transcript)).join('')}`
      : item.type,
  );
  session.close();
  await context.close();
  return { types, errors, history, responses, callId, loudest };
}

/** The page hands its offer to its own server: `exchangeSdp`. */
async function writeThroughOpenai(exchangeSdp: (offer: string) => Promise<string>): Promise<string> {
  const connection = new OpenAIConnection();
  connection.peerConnection.addTransceiver('audio', { direction: 'recvonly' });
  const answered = new Promise<string>((resolve) => connection.on('response.output_text.done', ({ text }) => resolve(text)));
  await connection.connect({ exchangeSdp });
  const content = [{ type: 'input_text', text: 'What is 6 times 7?' } as const];
  connection.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
  connection.send({ type: 'response.create', response: { output_modalities: ['text'] } });
  const text = await answered;
  connection.close();
  return text;
}

export const callPage = { talkThroughAgents, writeThroughOpenai };
Object.assign(globalThis, { callPage });

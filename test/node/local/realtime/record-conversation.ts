// Records the server events of a whole talk, as one JSON text a line: `node .build/test/node/local/realtime/record-conversation.js --write` renews the fixtures.
import { writeFile } from 'node:fs/promises';

import { createLocalService, speak } from 'voxreel/local';

import { resample } from '../../../../src/local/realtime/resample.js';
import { base64, connect, field, silence, standardKey, userText } from './talker.js';
import type { Received, Talker } from './talker.js';

const weather = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather of a city now.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

/** A greeting, a spoken turn with a late transcription, a tool call, an answer that is interrupted, and a last typed turn. */
export async function recordConversation(modality: 'audio' | 'text'): Promise<Received[]> {
  const service = createLocalService({ key: standardKey, realtime: { pace: { audioRate: 8, wordMs: 4 }, transcriptionDelayMs: 400 } });
  const { url } = await service.listen();
  const talker = await connect(url, { model: 'rehearsal' });
  try {
    talker.send({ type: 'session.update', session: sessionFor(modality) });
    await talker.next('session.updated');
    await ask(talker, 'Hello!');
    await sayAloud(talker, 'Good morning, can you hear me well?');
    await callTool(talker);
    await interruptStory(talker, modality);
    await ask(talker, 'What is 12 times 12?');
    if (modality === 'text') for (const question of ['Help', 'Count to 60', 'What have we said so far?']) await ask(talker, question);
    return [...talker.events];
  } finally {
    await talker.close();
    await service.close();
  }
}

const sessionFor = (modality: 'audio' | 'text') => ({
  modalities: modality === 'audio' ? ['text', 'audio'] : ['text'],
  instructions: 'Answer briefly.',
  turn_detection: { type: 'server_vad', threshold: 0.5, prefix_padding_ms: 300, silence_duration_ms: 500 },
  input_audio_transcription: { model: 'measured' },
  tools: [weather],
});

async function ask(talker: Talker, text: string): Promise<Received> {
  talker.send(userText(text));
  talker.send({ type: 'response.create' });
  const done = await talker.next('response.done', 60_000);
  await talker.next('rate_limits.updated');
  return done;
}

async function sayAloud(talker: Talker, text: string): Promise<void> {
  const { samples, sampleRateHz } = await speak(text, { voice: 'shimmer' });
  const audio = [silence(0.6), base64(resample(samples, sampleRateHz, 24_000)), silence(1)];
  for (const chunk of audio) talker.send({ type: 'input_audio_buffer.append', audio: chunk });
  const transcribed = talker.next('conversation.item.input_audio_transcription.completed', 60_000);
  await talker.next('response.done', 60_000);
  await talker.next('rate_limits.updated');
  await transcribed;
}

async function callTool(talker: Talker): Promise<void> {
  const done = await ask(talker, 'What is the weather in Lisbon?');
  const call = (field(done, 'response')['output'] as Record<string, unknown>[])[0];
  const output = JSON.stringify({ temperature: '21 degrees', sky: 'clear' });
  talker.send({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: call?.['call_id'], output } });
  talker.send({ type: 'response.create' });
  await talker.next('response.done', 60_000);
  await talker.next('rate_limits.updated');
}

/** The user speaks over the story: the server cancels, the client truncates what was not heard. */
async function interruptStory(talker: Talker, modality: 'audio' | 'text'): Promise<void> {
  talker.send(userText('Tell me a long story'));
  talker.send({ type: 'response.create' });
  const delta = modality === 'audio' ? 'response.audio.delta' : 'response.text.delta';
  const from = talker.events.length;
  const enough = () => talker.events.slice(from).filter(({ type }) => type === delta).length >= 30;
  const reached = await talker.next((event) => event.type === delta && enough(), 60_000);
  const interrupting = await speak('Wait.', { voice: 'shimmer' });
  const audio = [silence(0.2), base64(resample(interrupting.samples, interrupting.sampleRateHz, 24_000)), silence(0.8)];
  for (const chunk of audio) talker.send({ type: 'input_audio_buffer.append', audio: chunk });
  await talker.next((event) => event.type === 'response.done' && field(event, 'response')['status'] === 'cancelled', 60_000);
  if (modality === 'audio') {
    talker.send({ type: 'conversation.item.truncate', item_id: String(reached['item_id']), content_index: 0, audio_end_ms: 1480 });
    await talker.next('conversation.item.truncated');
  }
  await talker.next('rate_limits.updated');
  await talker.next('conversation.item.input_audio_transcription.completed', 60_000);
  await talker.next('response.done', 60_000);
  await talker.next('rate_limits.updated');
}

const fixtures = { audio: 'test/fixtures/conversation.jsonl', text: 'test/fixtures/conversation-text.jsonl' } as const;

if (process.argv.includes('--write')) {
  for (const modality of ['audio', 'text'] as const) {
    const events = await recordConversation(modality);
    await writeFile(fixtures[modality], events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  }
}

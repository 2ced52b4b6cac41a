// A call over WebRTC against another native peer: data channel, sound both ways, refusals, and nothing left behind.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as native from 'node-datachannel';
import type { DataChannel, Direction, PeerConnection, Track } from 'node-datachannel';
import { createLocalService, speak } from 'voxreel/local';
import type { LocalService } from 'voxreel/local';

import { measureLoudness } from '../../../../src/local/realtime/loudness.js';
import { resample } from '../../../../src/local/realtime/resample.js';
import { createPeer, hold, sendIfOpen } from '../../../../src/local/realtime/native-peers.js';
import { createRtpReceiver, createRtpSender } from '../../../../src/local/realtime/rtp.js';
import { createInbox, field, standardKey, userText } from './talker.js';

const payloadType = 111;

interface Caller {
  /** As `session.created` told it. */
  readonly session: Record<string, unknown>;
  readonly inbox: ReturnType<typeof createInbox>;
  send(event: Record<string, unknown>): void;
  /** In real time. */
  speak(samples: Int16Array): Promise<void>;
  heard(): Int16Array;
  readonly answer: string;
  close(): void;
}

interface CallPlan {
  readonly channel?: string;
  readonly path?: string;
  readonly direction?: Direction;
  /** Of a message the caller takes, in bytes. */
  readonly longest?: number;
}

describe('a call over WebRTC', () => {
  let service: LocalService;
  let url: string;

  before(async () => {
    service = createLocalService({ key: standardKey, faults: true, realtime: { transcriptionDelayMs: 10 } });
    ({ url } = await service.listen());
  });
  // A peer that stays open would keep this process alive.
  const hangUps: (() => void)[] = [];
  after(() => {
    for (const close of hangUps) close();
    return service.close();
  });

  async function mint(): Promise<string> {
    const response = await fetch(`${url}/v1/realtime/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${standardKey}` },
      body: JSON.stringify({ model: 'm', voice: 'alloy' }),
    });
    return ((await response.json()) as { client_secret: { value: string } }).client_secret.value;
  }

  const exchange = async (offer: string, token?: string, path = '/v1/realtime?model=m'): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token ?? (await mint())}`, 'content-type': 'application/sdp' },
      body: offer,
    });

  /**
   * Offers without candidates: the service then waits for the caller, which knows the answer before it sends anything. Else the stack,
   * which is on both sides here, may meet the service's DTLS before it has stored the answer's fingerprint, and refuses it.
   */
  async function dial({ channel: label = 'vendor-events', path, direction = 'SendRecv', longest }: CallPlan = {}) {
    const peer = createPeer(native, { disableAutoNegotiation: true }, () => {});
    const channel = peer.createDataChannel(label);
    hold(channel);
    const inbox = createInbox(label === 'vendor-events' && path === undefined);
    channel.onMessage((text) => typeof text === 'string' && inbox.take(text));
    const sound = addAudio(peer, direction);
    const close = () => hangUp(peer, channel);
    hangUps.push(close);
    const offer = withoutCandidates(await offerOf(peer));
    const response = await exchange(
      longest === undefined ? offer : offer.replace(/(?<=a=max-message-size:)\d+/, String(longest)),
      undefined,
      path,
    );
    const answer = await response.text();
    assert.ok(response.ok, answer);
    peer.setRemoteDescription(answer, 'answer');
    return { channel, inbox, ...sound, answer, close };
  }

  async function call(plan?: CallPlan): Promise<Caller> {
    const { channel, inbox, track, sender, answer, close } = await dial(plan);
    const pieces: Int16Array[] = [];
    const receiver = createRtpReceiver(payloadType, (samples) => void pieces.push(samples));
    track.onMessage((packet) => receiver.push(packet));
    return {
      session: field(await inbox.next('session.created'), 'session'),
      inbox,
      answer,
      send: (event) => void channel.sendMessage(JSON.stringify(event)),
      speak: (samples) => sendInRealTime(samples, (frame) => void track.sendMessageBinary(sender.packet(frame, 0))),
      heard: () => Int16Array.from(pieces.flatMap((piece) => [...piece])),
      close,
    };
  }

  it('answers speech with speech: events on the channel, sound on the track', async () => {
    const caller = await call();
    const { samples, sampleRateHz } = await speak('Hello, is anybody there?');
    const spoken = resample(samples, sampleRateHz, 24_000);
    caller.send({
      type: 'session.update',
      session: { input_audio_transcription: { model: 'any' }, turn_detection: { type: 'server_vad', silence_duration_ms: 300 } },
    });
    assert.deepEqual(caller.session['modalities'], ['text', 'audio']);
    await caller.speak(new Int16Array(24_000 * 0.6));
    await caller.speak(spoken);
    await caller.speak(new Int16Array(24_000 * 0.6));
    const completed = await caller.inbox.next('conversation.item.input_audio_transcription.completed');
    const measured = Number(/([\d.]+) s of speech/.exec(String(completed['transcript']))?.[1]);
    assert.ok(Math.abs(measured - measureLoudness(spoken).seconds) <= 0.3, String(completed['transcript']));
    const done = await caller.inbox.next('response.done', 20_000);
    assert.equal(field(done, 'response')['status'], 'completed');
    const heard = measureLoudness(caller.heard());
    assert.ok(heard.seconds > 2 && heard.dbfs > -30, JSON.stringify(heard));
    assert.equal(caller.inbox.types().includes('response.audio.delta'), false);
    assert.ok(caller.inbox.types().includes('response.audio_transcript.delta'));
    caller.close();
  });

  it('ends the turn of a track that sends nothing more', async () => {
    const caller = await call();
    const { samples, sampleRateHz } = await speak('Hello, is anybody there?');
    await caller.speak(new Int16Array(24_000 * 0.6));
    await caller.speak(resample(samples, sampleRateHz, 24_000));
    await caller.inbox.next('input_audio_buffer.speech_stopped');
    await caller.inbox.next('response.created');
    caller.close();
  });

  it('stops the track when the answer is cancelled', async () => {
    // In this dialect the service says where it stopped: how late sound and events arrive does not matter.
    const caller = await call({ channel: 'oai-events' });
    caller.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Tell me a long story' }] },
    });
    const startedAt = performance.now();
    caller.send({ type: 'response.create' });
    await caller.inbox.next('response.audio_transcript.delta');
    caller.send({ type: 'response.cancel' });
    const stoppedMs = Number((await caller.inbox.next('conversation.item.truncated'))['audio_end_ms']);
    const passedMs = performance.now() - startedAt;
    assert.ok(stoppedMs <= passedMs, `${stoppedMs} ms in ${passedMs} ms`);
    // Until all that was on its way has come: the story itself takes longer.
    const deadline = Date.now() + 4000;
    for (let heard = -1; heard !== caller.heard().length && Date.now() < deadline;) {
      heard = caller.heard().length;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    // Two frames of 20 ms.
    assert.ok(caller.heard().length - stoppedMs * 24 <= 960, `${caller.heard().length / 24} ms after ${stoppedMs} ms`);
    caller.close();
  });

  it('tells a caller that its message comes back too long for the channel, and goes on', async () => {
    const caller = await call();
    const longest = 262_144;
    caller.send(userText('x'.repeat(longest - JSON.stringify(userText('')).length)));
    const error = field(await caller.inbox.next('error'), 'error');
    assert.equal(error['code'], 'event_too_long');
    assert.match(
      String(error['message']),
      new RegExp(`"conversation.item.created" has 262\\d{3} bytes, and a message of this connection takes ${longest}`),
    );
    caller.send({ type: 'input_audio_buffer.clear' });
    await caller.inbox.next('input_audio_buffer.cleared');
    caller.close();
  });

  it('answers each direction with its other side', async () => {
    for (const [offered, answered] of [
      ['SendRecv', 'sendrecv'],
      ['RecvOnly', 'sendonly'],
      ['SendOnly', 'recvonly'],
    ] as const) {
      const caller = await call({ direction: offered });
      const audio = caller.answer.split('m=audio')[1]?.split('m=')[0] ?? '';
      assert.match(audio, new RegExp(`a=${answered}\\b`));
      assert.match(audio, new RegExp(`a=rtpmap:${payloadType} opus/48000/2`));
      caller.close();
    }
  });

  it('speaks the dialect of the channel and of the endpoint', async () => {
    const beta = await call({ channel: 'oai-events' });
    assert.equal(beta.session['max_response_output_tokens'], 'inf');
    beta.close();
    const ga = await call({ channel: 'oai-events', path: '/v1/realtime/calls' });
    assert.equal(ga.session['type'], 'realtime');
    ga.close();
  });

  it('answers a place for pictures, and neither takes nor sends any', async () => {
    const offer = await makeOffer({ pictures: true });
    assert.match(offer, /m=video[\s\S]*a=sendrecv/);
    const response = await exchange(offer);
    assert.equal(response.status, 200);
    const section = (await response.text()).split(/(?<=\n)(?=m=)/).find((part) => part.startsWith('m=video')) ?? '';
    assert.match(section, /a=inactive/);
  });

  it('refuses what is no offer, and keeps no place for it', async () => {
    for (const offer of ['', 'hello', 'v=0\r\n']) {
      const response = await exchange(offer);
      assert.equal(response.status, 400, offer);
      assert.equal(((await response.json()) as Record<string, unknown>)['code'], 'invalid_sdp');
    }
    service.faults.arm({ path: '/v1/realtime', method: 'POST', realtime: { refuseSdp: true } });
    const refused = await exchange('v=0\r\n');
    assert.match(((await refused.json()) as { message: string }).message, /refused/);
  });

  it('uses a token once', async () => {
    const token = await mint();
    const offer = await makeOffer();
    assert.equal((await exchange(offer, token)).status, 200);
    const again = await exchange(offer, token);
    assert.deepEqual([again.status, ((await again.json()) as Record<string, unknown>)['code']], [401, 'token_used']);
  });

  it('takes the form of other makers’ clients', async () => {
    const form = new FormData();
    form.set('sdp', await makeOffer());
    form.set('session', JSON.stringify({ type: 'realtime', model: 'gpt-realtime', audio: { output: { voice: 'marin' } } }));
    const response = await fetch(`${url}/v1/realtime/calls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${standardKey}` },
      body: form,
    });
    assert.equal(response.status, 201);
    assert.match(await response.text(), /^v=0/);
  });

  describe('frees its place', () => {
    let shared: string;
    let own: LocalService;
    beforeEach(async () => {
      shared = url;
      own = createLocalService({ key: standardKey });
      ({ url } = await own.listen());
    });
    afterEach(async () => {
      url = shared;
      await own.close();
    });

    async function freed(): Promise<void> {
      const deadline = Date.now() + 5000;
      while (own.openSessions > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
      assert.equal(own.openSessions, 0);
    }

    it('when the caller hangs up', async () => {
      const caller = await call();
      assert.equal(own.openSessions, 1);
      caller.close();
      await freed();
    });

    it('when the caller takes no message as long as an error', async () => {
      const { close } = await dial({ longest: 100 });
      await freed();
      close();
    });

    it('when the caller hung up before the service heard of its channel', async () => {
      const { channel, close } = await dial();
      while (!channel.isOpen()) block(5);
      channel.close();
      block(300);
      await freed();
      close();
      // What came too late is let go with the garbage alone, and keeps this process alive until then.
      collectGarbage();
    });
  });
});

describe('a line that ends', () => {
  const failing = () => {
    throw new Error('Sending failed, errno=32');
  };

  it('loses what is sent on it, also while it still says that it is open', () => {
    for (const isOpen of [true, false]) sendIfOpen({ isOpen: () => isOpen } as DataChannel, failing);
  });
});

describe('RTP', () => {
  const frames = Array.from({ length: 10 }, (_, n) => Int16Array.from({ length: 480 }, (__, i) => 6000 * Math.sin((n * 480 + i) / 8)));

  function received(order: readonly number[]): number {
    const sender = createRtpSender(payloadType);
    const packets = frames.map((frame) => sender.packet(frame, 0));
    let length = 0;
    const receiver = createRtpReceiver(payloadType, (samples) => (length += samples.length));
    for (const at of order) receiver.push(packets[at] ?? new Uint8Array());
    return length;
  }

  it('puts packets back in order, plays each once, and fills a loss with silence', () => {
    assert.equal(received([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), 4800);
    assert.equal(received([0, 2, 1, 3, 5, 4, 6, 7, 9, 8]), 4800);
    assert.equal(received([0, 1, 1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 9]), 4800);
    assert.equal(received([0, 1, 2, 5, 6, 7, 8, 9]), 4800);
  });

  it('counts timestamps over pauses', () => {
    const sender = createRtpSender(payloadType);
    const first = sender.packet(frames[0] ?? new Int16Array(480), 0).readUInt32BE(4);
    const second = sender.packet(frames[1] ?? new Int16Array(480), 50);
    assert.equal((second.readUInt32BE(4) - first) >>> 0, 960 * 51);
    assert.equal(second.readUInt8(1) & 0x80, 0x80);
  });
});

function addAudio(
  peer: PeerConnection,
  direction: Direction,
): { readonly track: Track; readonly sender: ReturnType<typeof createRtpSender> } {
  const sender = createRtpSender(payloadType);
  const audio = new native.Audio('audio', direction);
  audio.addOpusCodec(payloadType);
  audio.addSSRC(sender.ssrc, 'caller', 'stream', 'microphone');
  const track = peer.addTrack(audio);
  hold(track);
  return { track, sender };
}

function addVideo(peer: PeerConnection): void {
  const video = new native.Video('pictures', 'SendRecv');
  video.addVP8Codec(96);
  hold(peer.addTrack(video));
}

async function makeOffer({ pictures = false } = {}): Promise<string> {
  const peer = createPeer(native, { disableAutoNegotiation: true }, () => {});
  const channel = peer.createDataChannel('vendor-events');
  hold(channel);
  addAudio(peer, 'SendRecv');
  if (pictures) addVideo(peer);
  const offer = await offerOf(peer);
  hangUp(peer, channel);
  return offer;
}

async function offerOf(peer: PeerConnection): Promise<string> {
  const gathered = new Promise<void>((resolve) => peer.onGatheringStateChange((state) => state === 'complete' && resolve()));
  peer.setLocalDescription('offer');
  await gathered;
  return peer.localDescription()?.sdp ?? '';
}

const withoutCandidates = (sdp: string): string => sdp.replaceAll(/^a=(?:candidate:.*|end-of-candidates)\r?\n/gm, '');

function hangUp(peer: PeerConnection, channel: DataChannel): void {
  // One that never opened does not end with its peer.
  if (!channel.isOpen()) channel.close();
  peer.close();
}

const block = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

function sendInRealTime(samples: Int16Array, send: (frame: Int16Array) => void): Promise<void> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let at = 0;
    const timer = setInterval(() => {
      while (at + 480 <= samples.length && at / 24 <= performance.now() - startedAt) {
        send(samples.slice(at, at + 480));
        at += 480;
      }
      if (at + 480 <= samples.length) return;
      clearInterval(timer);
      resolve();
    }, 10);
  });
}

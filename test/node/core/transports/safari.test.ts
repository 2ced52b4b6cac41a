// Where Safari differs from Chromium in what a call relies on, by stand-ins: no build of WebKit for Linux has RTCPeerConnection.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

import { createRealtimeSession } from 'voxreel';
import { vendor } from 'voxreel/dialects/vendor';
import { webrtc } from 'voxreel/transports/webrtc';
import type { DeviceChange } from 'voxreel';

import type { AudioHost } from '../../../../src/core/audio/audio-host.js';
import { holdAudioSession } from '../../../../src/core/audio/audio-session.js';
import { ChosenMicrophone } from '../../../../src/core/realtime/speech/chosen-microphone.js';
import { scriptedTransport } from '../realtime/scripted-transport.js';

const replaced = new Map<string, PropertyDescriptor | undefined>();

function replace(name: string, value: unknown): void {
  if (!replaced.has(name)) replaced.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { configurable: true, value });
}

afterEach(() => {
  for (const [name, descriptor] of replaced)
    if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, descriptor);
  replaced.clear();
});

class Channel extends EventTarget {
  readyState = 'open';
  bufferedAmount = 0;
  /** Safari fires no event where the connection under it ends: https://bugs.webkit.org/show_bug.cgi?id=303052 */
  close(): void {
    this.readyState = 'closed';
  }
}

class Peer extends EventTarget {
  readonly calls: string[] = [];
  readonly channel = new Channel();
  readonly localDescription = { sdp: 'v=0\r\na=candidate:1' };
  readonly iceGatheringState = 'complete';
  readonly sctp = null;
  connectionState = 'new';
  iceConnectionState = 'new';
  reports: readonly object[] = [];
  addTransceiver(): object {
    this.calls.push('addTransceiver');
    return { sender: {} };
  }
  createDataChannel(): Channel {
    this.calls.push('createDataChannel');
    return this.channel;
  }
  async createOffer(): Promise<object> {
    this.calls.push('createOffer');
    return {};
  }
  async setLocalDescription(): Promise<void> {}
  async setRemoteDescription(): Promise<void> {}
  async getStats(): Promise<ReadonlyMap<number, object>> {
    return new Map(this.reports.entries());
  }
  close(): void {
    this.connectionState = 'closed';
  }
  become(state: string): void {
    this.connectionState = state;
    this.dispatchEvent(new Event('connectionstatechange'));
  }
}

const ends: string[] = [];

async function open() {
  const peer = new Peer();
  replace('MediaStream', EventTarget);
  replace('RTCPeerConnection', function () {
    return peer;
  });
  const wire = await webrtc.open(
    {
      baseUrl: 'https://example.test',
      model: 'm',
      token: 't',
      names: vendor.names(undefined),
      handlers: { message: () => undefined, closed: ({ reason }) => void ends.push(reason) },
      fetch: async () => new Response('v=0'),
    },
    new AbortController().signal,
  );
  return { peer, wire };
}

beforeEach(() => void ends.splice(0));

test('the data channel has its place in the offer', async () => {
  const { peer, wire } = await open();
  assert.deepEqual(peer.calls, ['addTransceiver', 'createDataChannel', 'createOffer']);
  wire.close();
});

test('a connection that ends says so once, though its data channel says nothing', async () => {
  for (const state of ['failed', 'closed']) {
    ends.splice(0);
    const { peer } = await open();
    peer.become(state);
    peer.channel.dispatchEvent(new Event('close'));
    assert.deepEqual(ends, ['The connection failed.']);
  }
});

test('the round trip is that of the pair in use, the jitter that of the voice', async () => {
  const { peer, wire } = await open();
  const used = { id: 'used', type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.02 };
  const before = { id: 'before', type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.3 };
  const rtp = [
    { id: 'a', type: 'inbound-rtp', kind: 'audio', jitter: 0.004 },
    { id: 'v', type: 'inbound-rtp', kind: 'video', jitter: 0.05 },
  ];
  peer.reports = [used, before, ...rtp, { id: 'T', type: 'transport', selectedCandidatePairId: 'used' }];
  assert.deepEqual(await wire.stats?.(), { roundTripMs: 20, jitterMs: 4 });
  peer.reports = [{ ...before, nominated: false }, used, ...rtp];
  assert.deepEqual(await wire.stats?.(), { roundTripMs: 20, jitterMs: 4 });
  wire.close();
});

test('a call is a call to the system while it lasts', async () => {
  const audioSession = { type: 'auto' };
  replace('navigator', { audioSession });
  const session = createRealtimeSession({
    baseUrl: 'http://scripted.test',
    model: 'm',
    getToken: async () => 't',
    transports: [scriptedTransport()],
  });
  await session.connect();
  assert.equal(audioSession.type, 'play-and-record');
  session.close();
  assert.equal(audioSession.type, 'auto');
});

test('the last of several calls gives the type back; one that the page chose stays', () => {
  const audioSession = { type: 'auto' };
  replace('navigator', { audioSession });
  const [one, other] = [holdAudioSession(), holdAudioSession()];
  one();
  one();
  assert.equal(audioSession.type, 'play-and-record');
  other();
  assert.equal(audioSession.type, 'auto');
  audioSession.type = 'playback';
  const third = holdAudioSession();
  assert.equal(audioSession.type, 'playback');
  third();
  assert.equal(audioSession.type, 'playback');
});

class Track extends EventTarget {
  readonly label: string;
  readyState = 'live';
  constructor(label: string) {
    super();
    this.label = label;
  }
  getSettings(): object {
    return { deviceId: this.label };
  }
  stop(): void {
    this.readyState = 'ended';
  }
}

/** An iPhone: opening a microphone ends the one in use, even where the other is refused. */
function iPhone() {
  let inUse: Track | undefined;
  const asked: string[] = [];
  const devices = Object.assign(new EventTarget(), {
    enumerateDevices: async () => [],
    async getUserMedia({ audio: { deviceId = 'default' } }: { audio: { deviceId?: string } }) {
      asked.push(deviceId);
      inUse?.stop();
      inUse?.dispatchEvent(new Event('ended'));
      inUse = undefined;
      await Promise.resolve();
      if (deviceId === 'busy') throw Object.assign(new Error('in use'), { name: 'NotReadableError' });
      const track = (inUse = new Track(deviceId));
      return { getAudioTracks: () => [track] };
    },
  });
  replace('navigator', { mediaDevices: devices });
  const changes: DeviceChange[] = [];
  const failures: string[] = [];
  let hasChanged: () => void = () => undefined;
  const changed = new Promise<void>((resolve) => (hasChanged = resolve));
  const microphone = new ChosenMicrophone(() => ({ context: new EventTarget() }) as AudioHost, undefined, {
    opened: async () => undefined,
    changed: (change) => {
      changes.push(change);
      hasChanged();
    },
    failed: ({ code }) => void failures.push(code),
  });
  const label = () => microphone.current?.stream.getAudioTracks()[0]?.label;
  return { microphone, asked, changes, failures, changed, label };
}

test('the microphone that was chosen is in use where opening it ends the one before', async () => {
  const { microphone, asked, changes, label } = iPhone();
  await microphone.set({ deviceId: 'one' });
  await microphone.set({ deviceId: 'two' });
  assert.deepEqual([asked, label(), changes], [['one', 'two'], 'two', []]);
  microphone.close();
});

test('the default takes over where opening another microphone ended the one in use, and failed', async () => {
  const { microphone, asked, failures, changed, label } = iPhone();
  await microphone.set({ deviceId: 'one' });
  await assert.rejects(microphone.set({ deviceId: 'busy' }), { code: 'microphone_busy' });
  await changed;
  assert.deepEqual([asked, label(), failures], [['one', 'busy', 'default'], 'default', []]);
  microphone.close();
});

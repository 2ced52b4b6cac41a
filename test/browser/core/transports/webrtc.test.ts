import { expect } from '@open-wc/testing';
import { vendor } from 'voxreel/dialects/vendor';
import { webrtc } from 'voxreel/transports/webrtc';
import { VoxreelError } from 'voxreel';

import { needing } from '../../../engines/lacks.js';
import { answeringPeer, showAddresses } from './answering-peer.js';

needing('webrtc').describe('the webrtc transport', () => {
  const target = (more: object = {}) => ({
    baseUrl: location.origin,
    model: 'm',
    token: 'secret',
    names: vendor.names(undefined),
    handlers: { message: () => undefined, closed: () => undefined },
    ...more,
  });
  const opening = (more: object = {}, signal = new AbortController().signal): Promise<unknown> =>
    webrtc.open(target(more), signal).then(
      () => 'opened',
      (error: unknown) => error,
    );
  let peers: RTCPeerConnection[];
  const Original = globalThis.RTCPeerConnection;

  beforeEach(() => {
    peers = [];
    globalThis.RTCPeerConnection = class extends Original {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        peers.push(this);
      }
    };
  });
  afterEach(() => {
    expect(peers.map(({ connectionState }) => connectionState)).to.deep.equal(peers.map(() => 'closed'));
    globalThis.RTCPeerConnection = Original;
  });

  it('posts the documented offer: model, token, SDP with a place for the data channel', async () => {
    const requests: { url: string; init: RequestInit | undefined }[] = [];
    await opening({
      fetch: async (url: string, init?: RequestInit) => {
        requests.push({ url, init });
        return new Response('{"message":"no"}', { status: 500 });
      },
    });
    expect(requests[0]?.url).to.equal(`${location.origin}/v1/realtime?model=m`);
    expect(requests[0]?.init?.headers).to.deep.equal({ Authorization: 'Bearer secret', 'Content-Type': 'application/sdp' });
    expect(requests[0]?.init?.body).to.match(/^v=0[\s\S]*m=audio[\s\S]*a=sendrecv[\s\S]*m=application/);
  });

  it('asks no third party for a path', async () => {
    await opening({ fetch: async () => new Response('', { status: 500 }) });
    expect(peers[0]?.getConfiguration().iceServers).to.deep.equal([]);
  });

  it('without a candidate fails at once, and the token is still good', async () => {
    let unused = 0;
    let posted = 0;
    const description = Object.getOwnPropertyDescriptor(Original.prototype, 'localDescription');
    Object.defineProperty(Original.prototype, 'localDescription', { configurable: true, get: () => ({ type: 'offer', sdp: 'v=0' }) });
    try {
      const failure = await opening({ fetch: async () => (posted++, new Response()), tokenUnused: () => unused++ });
      expect(failure).to.include({ code: 'connection_failed', retryable: true });
    } finally {
      Object.defineProperty(Original.prototype, 'localDescription', description ?? {});
    }
    expect([unused, posted]).to.deep.equal([1, 0]);
  });

  for (const [status, code] of [
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [500, 'server_error'],
  ] as const) {
    it(`says ${code} when the offer is answered with ${status}`, async () => {
      expect(await opening({ fetch: async () => new Response('', { status }) })).to.include({ code, status });
    });
  }

  it('hears what the service says before the browser has told that it took the answer', async () => {
    await showAddresses();
    const server = answeringPeer();
    const Recording = globalThis.RTCPeerConnection;
    let channel: RTCDataChannel | undefined;
    globalThis.RTCPeerConnection = class extends Recording {
      override createDataChannel(label: string) {
        channel = super.createDataChannel(label);
        return channel;
      }
      override async setRemoteDescription(description: RTCSessionDescriptionInit) {
        const first = new Promise((resolve) => channel?.addEventListener('message', resolve, { once: true }));
        await super.setRemoteDescription(description);
        await first;
      }
    };
    // Again and again: Chromium says "open" of a channel that came before it can send, and drops what it is given until then.
    let greeting: ReturnType<typeof setInterval> | undefined;
    server.peer.addEventListener('datachannel', (event) => {
      const greet = () => event.channel.readyState === 'open' && server.say({ type: 'session.created' });
      greeting = setInterval(greet, 20);
    });
    const heard: { readonly type: string; readonly event_id: string }[] = [];
    const message = (text: string) => heard.push(JSON.parse(text) as (typeof heard)[number]);
    const handlers = { message, closed: () => undefined };
    const wire = await webrtc.open(target({ fetch: server.fetch, handlers }), new AbortController().signal);
    clearInterval(greeting);
    wire.close();
    server.close();
    expect(heard[0]).to.include({ type: 'session.created' });
    // Each of them once.
    expect(new Set(heard.map(({ event_id }) => event_id)).size).to.equal(heard.length);
  });

  it('takes a channel that refuses before it says that it is closed for a lost connection', async () => {
    await showAddresses();
    const server = answeringPeer();
    const wire = await webrtc.open(target({ fetch: server.fetch }), new AbortController().signal);
    const { send } = RTCDataChannel.prototype;
    RTCDataChannel.prototype.send = () => {
      throw new DOMException('The operation failed for an operation-specific reason', 'OperationError');
    };
    try {
      expect(() => wire.send('{}'))
        .to.throw(VoxreelError)
        .with.property('code', 'connection_lost');
    } finally {
      RTCDataChannel.prototype.send = send;
      wire.close();
      server.close();
    }
  });

  it('takes no answer for an answer that is no SDP', async () => {
    expect(await opening({ fetch: async () => new Response('<html>') })).to.include({ code: 'bad_response' });
  });

  it('gives up when time is over or the caller has enough', async () => {
    const never = (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    expect(await opening({ fetch: never, connectionTimeoutMs: 50 })).to.include({ code: 'timeout' });
    const stop = new AbortController();
    const failure = opening({ fetch: never }, stop.signal);
    stop.abort();
    expect(await failure).to.include({ code: 'aborted' });
  });
});

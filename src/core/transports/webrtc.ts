// The WebRTC transport: audio as media tracks, events in a data channel. Contacts nobody but the service: no STUN by default.
import { abortedError } from '../abort.js';
import { VoxreelError, toVoxreelError } from '../errors.js';
import { withRequest } from '../failed-request.js';
import { errorOfReply, http, requestBehind } from '../http.js';
import { defineTransport, type TransportTarget, type Wire, type WireHandlers } from './transport.js';
import { checkLength, textOf, wireUrl } from '../wire/wire-text.js';

/** What Chromium takes in one data-channel message; a larger one closes the channel without a word. */
const defaultMaxMessageBytes = 262_144;
/** Host candidates come at once; a slow resolver of their names must not hold up the offer. */
const gatheringMs = 1500;
/** A path that is interrupted for less than this comes back by itself. */
const disconnectedMs = 5000;

/** The transport over WebRTC: sound travels as media, events on a data channel. */
export const webrtc = defineTransport({
  id: 'webrtc',
  audio: 'track',
  available: () => typeof RTCPeerConnection !== 'undefined',
  async open(target: TransportTarget, signal: AbortSignal): Promise<Wire> {
    if (signal.aborted) throw abortedError(signal);
    if (typeof RTCPeerConnection === 'undefined') throw new VoxreelError('unsupported', 'This environment has no WebRTC.');
    const { connectionTimeoutMs = 30_000 } = target;
    const peer = new RTCPeerConnection({ iceServers: [...(target.iceServers ?? [])] });
    const limit = new AbortController();
    const onAbort = () => limit.abort(abortedError(signal));
    const timer = setTimeout(
      () => limit.abort(new VoxreelError('timeout', `No WebRTC connection within ${connectionTimeoutMs} ms.`, { retryable: true })),
      connectionTimeoutMs,
    );
    signal.addEventListener('abort', onAbort);
    try {
      return await connect(peer, target, limit.signal);
    } catch (cause) {
      peer.close();
      throw toVoxreelError(limit.signal.aborted ? limit.signal.reason : cause, 'connection_failed', { retryable: true });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  },
});

async function connect(peer: RTCPeerConnection, target: TransportTarget, signal: AbortSignal): Promise<Wire> {
  const remote = { audio: new MediaStream(), video: new MediaStream() };
  peer.addEventListener('track', ({ track }) => remote[track.kind === 'video' ? 'video' : 'audio'].addTrack(track));
  const [track] = target.microphone?.getAudioTracks() ?? [];
  // Both ways from the start, so that a microphone opened later needs no new offer.
  const transceiver = peer.addTransceiver(track ?? 'audio', { direction: 'sendrecv' });
  const pictures = prepareVideo(peer, target.camera);
  // Made before the offer, although the document says after: else the offer has no place for it.
  const channel = peer.createDataChannel(target.names.dataChannel);
  channel.binaryType = 'arraybuffer';
  const listening = listen(channel, target);
  const open = channelOpened(peer, channel, signal);
  // It may fail while the offer is still under way: then that rejects first, and nobody is left to ask this one.
  open.catch(() => undefined);
  await peer.setLocalDescription(await peer.createOffer());
  await gathered(peer, signal);
  const offer = peer.localDescription?.sdp ?? '';
  if (!offer.includes('a=candidate')) {
    target.tokenUnused?.();
    throw new VoxreelError('connection_failed', 'This machine offers no network path for WebRTC.', { retryable: true });
  }
  await peer.setRemoteDescription({ type: 'answer', sdp: await exchange(offer, target, signal) });
  await open;
  if (channel.readyState !== 'open') throw new VoxreelError('connection_failed', 'The data channel was closed.', { retryable: true });
  const setMicrophone: Wire['setMicrophone'] = (stream) => transceiver.sender.replaceTrack(stream?.getAudioTracks()[0] ?? null);
  const video = pictures === undefined ? {} : videoOf(pictures, remote.video);
  return wireOf(peer, channel, { remoteAudio: remote.audio, setMicrophone, ...video }, target.handlers, listening);
}

/** From the start: the service may speak before the browser has told us that it took the answer. @returns what stops it. */
function listen(channel: RTCDataChannel, { handlers }: TransportTarget): AbortController {
  const listening = new AbortController();
  const onMessage = ({ data }: MessageEvent) => {
    const text = textOf(data);
    if (text !== undefined) handlers.message(text);
  };
  channel.addEventListener('message', onMessage, { signal: listening.signal });
  return listening;
}

/** A place for pictures only where some are wanted: a conversation of voices offers none. */
function prepareVideo(peer: RTCPeerConnection, camera: MediaStream | true | undefined): RTCRtpTransceiver | undefined {
  if (camera === undefined) return undefined;
  const [track] = camera === true ? [] : camera.getVideoTracks();
  return peer.addTransceiver(track ?? 'video', { direction: 'sendrecv' });
}

/** What the answer made of the place for pictures: sending, receiving, both or neither. */
function videoOf({ sender, currentDirection }: RTCRtpTransceiver, stream: MediaStream): Pick<Wire, 'remoteVideo' | 'setCamera'> {
  const sends = currentDirection === 'sendrecv' || currentDirection === 'sendonly';
  const receives = currentDirection === 'sendrecv' || currentDirection === 'recvonly';
  return {
    ...(receives ? { remoteVideo: stream } : {}),
    ...(sends ? { setCamera: (camera) => sender.replaceTrack(camera?.getVideoTracks()[0] ?? null) } : {}),
  };
}

async function exchange(offer: string, target: TransportTarget, signal: AbortSignal): Promise<string> {
  const url = wireUrl(target.baseUrl, target.names.sdpPath, target.model).href;
  const headers = { Authorization: `Bearer ${target.token}`, 'Content-Type': 'application/sdp' };
  const reply = await http(url, { method: 'POST', headers, body: offer, signal, fetch: target.fetch });
  if (!reply.ok) throw errorOfReply(reply);
  if (!reply.text.startsWith('v='))
    throw withRequest(new VoxreelError('bad_response', 'The answer is no SDP.', { status: reply.status }), requestBehind(reply));
  return reply.text;
}

/** Settles by an event of `source`; rejects when the signal fires first. Listeners are gone afterwards. */
function when(source: EventTarget, types: readonly string[], signal: AbortSignal, settled: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      try {
        if (!settled()) return;
        resolve();
      } catch (error) {
        reject(error);
      }
      stop();
    };
    const abort = () => {
      reject(signal.reason);
      stop();
    };
    const stop = () => {
      for (const type of types) source.removeEventListener(type, check);
      signal.removeEventListener('abort', abort);
    };
    for (const type of types) source.addEventListener(type, check);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    else check();
  });
}

async function gathered(peer: RTCPeerConnection, signal: AbortSignal): Promise<void> {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    peer.dispatchEvent(new Event('icegatheringstatechange'));
  }, gatheringMs);
  try {
    await when(peer, ['icegatheringstatechange'], signal, () => late || peer.iceGatheringState === 'complete');
  } finally {
    clearTimeout(timer);
  }
}

function channelOpened(peer: RTCPeerConnection, channel: RTCDataChannel, signal: AbortSignal): Promise<void> {
  const failed = when(peer, ['connectionstatechange', 'iceconnectionstatechange'], signal, () => {
    if (peer.connectionState !== 'failed' && peer.iceConnectionState !== 'failed') return false;
    throw new VoxreelError('connection_failed', 'No network path to the service was found.', { retryable: true });
  });
  return Promise.race([when(channel, ['open'], signal, () => channel.readyState === 'open'), failed]);
}

function wireOf(
  peer: RTCPeerConnection,
  channel: RTCDataChannel,
  media: Partial<Wire>,
  handlers: WireHandlers,
  listening: AbortController,
): Wire {
  const maxMessageBytes = Math.min(peer.sctp?.maxMessageSize || defaultMaxMessageBytes, defaultMaxMessageBytes);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (reason: string) => {
    if (listening.signal.aborted) return;
    close();
    handlers.closed({ reason, retryable: true });
  };
  const close = () => {
    listening.abort();
    clearTimeout(timer);
    channel.close();
    peer.close();
  };
  channel.addEventListener('close', () => end('The data channel was closed.'));
  peer.addEventListener('connectionstatechange', () => {
    clearTimeout(timer);
    if (peer.connectionState === 'failed' || peer.connectionState === 'closed') end('The connection failed.');
    if (peer.connectionState === 'disconnected') timer = setTimeout(end, disconnectedMs, 'The network path was lost.');
  });
  return {
    send(data) {
      // The transport is not `binary`: nobody hands it bytes.
      const text = typeof data === 'string' ? data : new TextDecoder().decode(data);
      const lost = (cause?: unknown) => new VoxreelError('connection_lost', 'The data channel is closed.', { retryable: true, cause });
      if (channel.readyState !== 'open') throw lost();
      checkLength(text, maxMessageBytes);
      try {
        channel.send(text);
      } catch (cause) {
        // Firefox refuses before it says that the channel is closed; every browser does once 16 MB wait in it.
        throw lost(cause);
      }
    },
    get bufferedBytes() {
      return channel.bufferedAmount;
    },
    maxMessageBytes,
    ...media,
    stats: () => statsOf(peer),
    close,
  };
}

async function statsOf(peer: RTCPeerConnection): Promise<{ roundTripMs?: number; jitterMs?: number }> {
  const found: { roundTripMs?: number; jitterMs?: number } = {};
  const reports = [...((await peer.getStats()).values() as Iterable<Readonly<Record<string, unknown>>>)];
  // Several pairs may be nominated one after another: the transport names the one in use. Firefox has no such report.
  const selected = reports.find(({ type }) => type === 'transport')?.['selectedCandidatePairId'];
  for (const report of reports) {
    const isUsed = selected === undefined ? report['nominated'] === true : report['id'] === selected;
    const roundTrip = report['type'] === 'candidate-pair' && isUsed ? report['currentRoundTripTime'] : undefined;
    // Of the voice, where pictures come as well.
    const jitter = report['type'] === 'inbound-rtp' && report['kind'] !== 'video' ? report['jitter'] : undefined;
    if (typeof roundTrip === 'number') found.roundTripMs = roundTrip * 1000;
    if (typeof jitter === 'number') found.jitterMs = jitter * 1000;
  }
  return found;
}

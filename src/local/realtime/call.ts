// One WebRTC call: an SDP offer answered, the client's data channel and both ways of sound.
import type { DataChannel, Direction, PeerConnection, RtcConfig } from 'node-datachannel';

import type { Connection, ServerWire } from './connection.js';
import { createPeer, hold, holdAnnounced, loadNative, sendIfOpen } from './native-peers.js';
import type { Native } from './native-peers.js';
import { createRtpReceiver, createRtpSender } from './rtp.js';
import type { RtpReceiver, RtpSender } from './rtp.js';
import { createTrackOutlet } from './track-outlet.js';
import { createTrackSilence } from './track-silence.js';
import type { TrackOutlet } from './track-outlet.js';

export interface Call {
  /** The SDP answer, complete with candidates. */
  readonly answer: string;
  close(): void;
}

export interface CallOptions {
  readonly offer: string;
  /** When the client's channel opens; `label` is its name. */
  readonly open: (wire: ServerWire, label: string) => Connection;
  /** Once, when nothing of the call is left. */
  readonly closed: () => void;
  /** A call whose channel does not open in this time is given up. */
  readonly timeoutMs: number;
}

/** Rejects when the offer cannot be answered. */
export async function answerCall(options: CallOptions): Promise<Call> {
  const media = offeredAudio(options.offer);
  try {
    return await answerWith(options, media, {});
  } catch (error) {
    // A machine with no interface but the loopback gathers nothing unless told to.
    if (!(error instanceof NoCandidates)) throw error;
    return answerWith(options, media, { bindAddress: '127.0.0.1' });
  }
}

const gatheringTimeoutMs = 3000;
/**
 * What a client says as soon as its channel is open waits in the stack until it is asked for. Were it asked while more comes in, two threads
 * would hand it over side by side, in any order (libdatachannel's `flushPendingMessages`).
 */
const firstWordsMs = 30;

class NoCandidates extends Error {
  override readonly name = 'NoCandidates';
}

interface OfferedAudio {
  readonly mid: string;
  readonly payloadType: number;
  readonly direction: Direction;
}

async function answerWith(options: CallOptions, media: OfferedAudio | undefined, config: Partial<RtcConfig>): Promise<Call> {
  const native = await loadNative();
  const session = createCallSession(native, media, options, config);
  try {
    const answer = await answered(session.peer, options.offer);
    session.begin();
    return { answer, close: session.close };
  } catch (error) {
    session.close();
    throw error;
  }
}

/** The answer with its candidates: there is no trickling over one HTTP exchange. */
async function answered(peer: PeerConnection, offer: string): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const gathered = new Promise<void>((resolve) => {
    peer.onGatheringStateChange((state) => state === 'complete' && resolve());
    timer = setTimeout(resolve, gatheringTimeoutMs);
  });
  peer.setRemoteDescription(withoutPictures(offer), 'offer');
  await gathered;
  clearTimeout(timer);
  const answer = peer.localDescription()?.sdp ?? '';
  if (!answer.includes('a=candidate')) throw new NoCandidates('No network candidate was found.');
  return answer;
}

interface CallSession {
  readonly peer: PeerConnection;
  /** The answer stands: from now on its end is announced. */
  begin(): void;
  close(): void;
}

function createCallSession(native: Native, media: OfferedAudio | undefined, options: CallOptions, config: Partial<RtcConfig>): CallSession {
  let connection: Connection | undefined;
  let timeout: NodeJS.Timeout | undefined;
  let begun = false;
  let over = false;
  let opened = false;
  const peer = createPeer(native, config, (state) => {
    if (state === 'failed' || state === 'closed' || state === 'disconnected') close();
  });
  // Tracks of the offer that we do not take: nobody holds them otherwise, and a track that is collected stops the process.
  peer.onTrack((track) => hold(track));
  const sound = createSound(native, peer, media, (samples) => connection?.receiveSound(samples));

  function close(): void {
    if (over) return;
    over = true;
    clearTimeout(timeout);
    connection?.close();
    sound.close();
    // The channel and the track end with it, on one thread. Closed from here too, one that ends there just then never says so.
    peer.close();
    if (begun) options.closed();
  }

  peer.onDataChannel((channel) => {
    // A second channel is left open and unused: it may be another maker's extra.
    const isFirst = !opened;
    opened = true;
    const open = holdAnnounced(channel, isFirst ? close : undefined);
    if (!isFirst || over) return;
    if (!open) return close();
    clearTimeout(timeout);
    connection = openChannel(channel, sound.outlet, options, close);
    // The channel may be too narrow for its first event.
    if (over) connection.close();
  });
  return {
    peer,
    begin() {
      begun = true;
      // The channel may have been quicker than this.
      if (connection === undefined) timeout = setTimeout(close, options.timeoutMs);
    },
    close,
  };
}

function openChannel(channel: DataChannel, outlet: TrackOutlet, options: CallOptions, close: () => void): Connection {
  const send = (text: string) => sendIfOpen(channel, () => channel.sendMessage(text));
  const wire: ServerWire = {
    outlet,
    longestMessage: channel.maxMessageSize(),
    send,
    // Leaves the last messages a moment on their way.
    close: () => void setTimeout(close, 100),
    cut: close,
  };
  const connection = options.open(wire, channel.getLabel());
  setTimeout(() => {
    if (!channel.isOpen()) return;
    channel.onMessage((message) =>
      connection.receiveText(typeof message === 'string' ? message : Buffer.from(message as Uint8Array).toString('utf8')),
    );
  }, firstWordsMs);
  return connection;
}

interface Sound {
  readonly outlet: TrackOutlet;
  close(): void;
}

/** The track both ways, or an outlet into nothing where the offer has no audio. */
function createSound(native: Native, peer: PeerConnection, media: OfferedAudio | undefined, hear: (samples: Int16Array) => void): Sound {
  if (media === undefined) return withOutlet(createTrackOutlet(() => {}));
  const sender: RtpSender = createRtpSender(media.payloadType);
  const receiver: RtpReceiver = createRtpReceiver(media.payloadType, hear);
  const audio = new native.Audio(media.mid, media.direction);
  audio.addOpusCodec(media.payloadType);
  audio.addSSRC(sender.ssrc, 'voxreel', 'voxreel', 'voice');
  const track = peer.addTrack(audio);
  hold(track);
  const silence = createTrackSilence((ms) => receiver.pause(ms));
  track.onMessage((packet) => {
    silence.heard();
    receiver.push(packet);
  });
  const outlet = createTrackOutlet((frame, silentFrames) => {
    const packet = sender.packet(frame, silentFrames);
    sendIfOpen(track, () => track.sendMessageBinary(packet));
  });
  return withOutlet(outlet, () => silence.close());
}

function withOutlet(outlet: TrackOutlet, close?: () => void): Sound {
  return {
    outlet,
    close() {
      outlet.close();
      close?.();
    },
  };
}

/** Our side of each direction a client may offer. */
const answering: Readonly<Record<string, Direction>> = {
  sendrecv: 'SendRecv',
  recvonly: 'SendOnly',
  sendonly: 'RecvOnly',
  inactive: 'Inactive',
};

/** Pictures are neither taken nor sent: their section of the answer says so: inactive. */
const withoutPictures = (offer: string): string =>
  offer
    .split(/(?<=\n)(?=m=)/)
    .map((section) => (section.startsWith('m=video') ? section.replace(/a=(?:sendrecv|sendonly|recvonly)/, 'a=inactive') : section))
    .join('');

/** The first audio section with Opus. Undefined when the offer has none; throws when it is no offer of ours to answer. */
function offeredAudio(offer: string): OfferedAudio | undefined {
  const sections = offer.split(/\r?\n(?=m=)/);
  if (!offer.startsWith('v=0') || !sections.some((section) => section.startsWith('m=application')))
    throw new Error('The offer has no data channel: create it before the offer.');
  if (!/a=fingerprint:/.test(offer) || !/a=ice-ufrag:/.test(offer)) throw new Error('The offer has no ICE or DTLS parameters.');
  const section = sections.find((part) => part.startsWith('m=audio'));
  const payloadType = section && /a=rtpmap:(\d+) opus\/48000/i.exec(section)?.[1];
  const mid = section && /a=mid:(\S+)/.exec(section)?.[1];
  if (section === undefined || payloadType === undefined || mid === undefined) return undefined;
  const direction = answering[/a=(sendrecv|recvonly|sendonly|inactive)/.exec(section)?.[1] ?? 'sendrecv'] ?? 'SendRecv';
  return { mid, payloadType: Number(payloadType), direction };
}

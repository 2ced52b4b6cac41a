// The other end of a WebRTC call, in the same page: answers the offer that a transport posts, hears, sees, and speaks through a data channel.

export interface AnsweringPeer {
  /** For a transport's or session's `fetch`. */
  readonly fetch: typeof globalThis.fetch;
  /** What was posted. */
  readonly offers: string[];
  readonly peer: RTCPeerConnection;
  /** Tracks that came. */
  readonly received: MediaStream;
  /** Events that came. */
  readonly sent: (Record<string, unknown> & { readonly type: string })[];
  say(...events: readonly object[]): void;
  close(): void;
}

export interface AnsweringPeerOptions {
  readonly audio?: MediaStream;
  readonly video?: MediaStream;
  /** What is made of a place for pictures. */
  readonly videoDirection?: RTCRtpTransceiverDirection;
}

export function answeringPeer({ audio, video, videoDirection = 'sendrecv' }: AnsweringPeerOptions = {}): AnsweringPeer {
  const peer = new RTCPeerConnection();
  const received = new MediaStream();
  const offers: string[] = [];
  const sent: AnsweringPeer['sent'] = [];
  let channel: RTCDataChannel | undefined;
  peer.addEventListener('track', ({ track }) => received.addTrack(track));
  peer.addEventListener('datachannel', (event) => {
    channel = event.channel;
    channel.addEventListener('message', ({ data }) => void sent.push(JSON.parse(String(data)) as AnsweringPeer['sent'][number]));
  });
  const gathered = async () => {
    while (peer.iceGatheringState !== 'complete')
      await new Promise((resolve) => peer.addEventListener('icegatheringstatechange', resolve, { once: true }));
  };
  const answer = async (sdp: string): Promise<string> => {
    offers.push(sdp);
    await peer.setRemoteDescription({ type: 'offer', sdp });
    for (const transceiver of peer.getTransceivers()) {
      const isVideo = transceiver.receiver.track.kind === 'video';
      const [track] = (isVideo ? video?.getVideoTracks() : audio?.getAudioTracks()) ?? [];
      transceiver.direction = isVideo ? videoDirection : 'sendrecv';
      await transceiver.sender.replaceTrack(track ?? null);
    }
    await peer.setLocalDescription(await peer.createAnswer());
    // Candidates come at once; the end of gathering may not.
    await Promise.race([gathered(), new Promise((resolve) => setTimeout(resolve, 1000))]);
    return peer.localDescription?.sdp ?? '';
  };
  return {
    fetch: async (_url, init) => new Response(await answer(typeof init?.body === 'string' ? init.body : '')),
    offers,
    peer,
    received,
    sent,
    say(...events) {
      for (const event of events) channel?.send(JSON.stringify({ event_id: `s${Math.random()}`, ...event }));
    },
    close: () => peer.close(),
  };
}

/** Two ends in one page find each other by address only where the page may hear: otherwise browsers give made-up names instead. */
export async function showAddresses(): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  for (const track of stream.getTracks()) track.stop();
}

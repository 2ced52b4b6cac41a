import { expect } from '@open-wc/testing';
import { createRealtimeSession } from 'voxreel';
import type { RealtimeSession, RealtimeSessionOptions } from 'voxreel';

import { until } from '../audio/recording.js';
import { answeringPeer, showAddresses, type AnsweringPeer, type AnsweringPeerOptions } from './answering-peer.js';
import { needing } from '../../../engines/lacks.js';

const service = (await (await fetch('/test-service.json')).json()) as { gateway: string };

needing('webrtc').describe('pictures over WebRTC', () => {
  let session: RealtimeSession;
  let server: AnsweringPeer;
  let timers: ReturnType<typeof setInterval>[];

  before(showAddresses);
  beforeEach(() => {
    timers = [];
  });
  afterEach(() => {
    session.close();
    server.close();
    for (const timer of timers) clearInterval(timer);
  });

  /** A moving picture of one color. */
  const film = (color: string): MediaStream => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [160, 120];
    const pen = canvas.getContext('2d');
    let tick = 0;
    const draw = () => {
      if (pen === null) return;
      pen.fillStyle = color;
      pen.fillRect(0, 0, 160, 120);
      pen.fillStyle = '#888';
      pen.fillRect(++tick % 160, 0, 2, 2);
    };
    draw();
    timers.push(setInterval(draw, 50));
    return canvas.captureStream(20);
  };
  const call = (options: Partial<RealtimeSessionOptions>, answer: AnsweringPeerOptions = {}) => {
    server = answeringPeer(answer);
    session = createRealtimeSession({
      baseUrl: location.origin,
      model: 'm',
      getToken: async () => 't',
      transports: ['webrtc'],
      fetch: server.fetch,
      ...options,
    });
  };
  /** Until the middle of the picture has that color: pictures of before may still be on their way. */
  const shows = async (stream: MediaStream | undefined, color: readonly [number, number, number]): Promise<void> => {
    const video = document.createElement('video');
    video.muted = true;
    video.srcObject = stream ?? null;
    await video.play();
    await until(() => video.videoWidth > 0);
    const canvas = new OffscreenCanvas(1, 1);
    const pen = canvas.getContext('2d');
    await until(() => {
      pen?.drawImage(video, 0, 0, 1, 1);
      const seen = pen?.getImageData(0, 0, 1, 1).data ?? [];
      return color.every((value, at) => Math.round((seen[at] ?? 0) / 255) === value);
    });
  };

  it('a conversation of voices offers no place for any', async () => {
    call({});
    await session.connect();
    expect(server.offers[0]).not.to.include('m=video');
    expect(session.remoteVideo).to.equal(undefined);
    expect(await session.setCamera(film('red')).catch((error: unknown) => error)).to.include({ code: 'unsupported' });
  });

  it('a camera opened before goes with the offer, and the service is seen', async () => {
    call({}, { video: film('blue') });
    await session.setCamera(film('red'));
    await session.connect();
    await shows(server.received, [1, 0, 0]);
    await shows(session.remoteVideo, [0, 0, 1]);
  });

  it('a camera opened later takes the place that was kept, changes and goes, with no new offer', async () => {
    call({ video: true });
    await session.connect();
    await session.setCamera(film('lime'));
    await shows(server.received, [0, 1, 0]);
    await session.setCamera(film('blue'));
    await shows(server.received, [0, 0, 1]);
    const own = film('red');
    await session.setCamera(own);
    await session.setCamera(false);
    expect(session.camera).to.equal(undefined);
    expect(own.getVideoTracks()[0]?.readyState).to.equal('live');
    expect(server.offers).to.have.length(1);
  });

  it('a service that wants no pictures gets none; the voices go on', async () => {
    call({ video: true }, { videoDirection: 'inactive' });
    await session.connect();
    expect(session.remoteVideo).to.equal(undefined);
    expect(await session.setCamera(film('red')).catch((error: unknown) => error)).to.include({ code: 'unsupported' });
    expect(session.phase).to.equal('open');
  });

  it('opens the camera of the machine, and closes it with the session', async () => {
    call({ video: true });
    await session.connect();
    await session.setCamera(true);
    const [track] = session.camera?.getVideoTracks() ?? [];
    expect(track?.readyState).to.equal('live');
    session.close();
    expect(track?.readyState).to.equal('ended');
  });

  it('says why a camera cannot be had', async () => {
    call({ video: true });
    const devices = navigator.mediaDevices;
    const original = devices.getUserMedia;
    devices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    try {
      expect(await session.setCamera(true).catch((error: unknown) => error)).to.include({ code: 'camera_denied' });
    } finally {
      devices.getUserMedia = original;
    }
  });

  it('the local service answers with voices alone', async () => {
    server = answeringPeer();
    session = createRealtimeSession({ baseUrl: service.gateway, model: 'rehearsal', transports: ['webrtc'], video: true });
    await session.connect();
    expect(session.transport).to.equal('webrtc');
    expect(session.remoteVideo).to.equal(undefined);
  });
});

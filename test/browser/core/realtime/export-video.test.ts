// A recorded conversation as a video: the words are in the picture while they are heard, and both tracks take as long.
import { expect } from '@open-wc/testing';
import { ALL_FORMATS, BlobSource, Input, VideoSampleSink } from 'mediabunny';
import { createRealtimeSession } from 'voxreel';
import type { ExportVideoOptions } from 'voxreel';

import { until } from '../audio/recording.js';
import { tappedSession, type TappedSession } from './tapped-session.js';

/** In the light theme words are as dark as nothing else of their part of the picture. */
interface Film {
  readonly width: number;
  readonly height: number;
  readonly comment: string | undefined;
  readonly frames: number;
  readonly fps: number;
  readonly soundS: number;
  /** Seconds: when something is written below the speakers, frame by frame. */
  readonly writtenS: readonly number[];
  /** The color of the upper left corner. */
  readonly paper: readonly number[];
  /** Seconds at which the sound is loud. */
  readonly loudS: readonly number[];
}

/** Seconds at which the file is loud, by the browser's own player: `AudioData.copyTo` ends the process of the page in WebKitGTK 2.50. */
async function loudIn(file: Blob): Promise<readonly number[]> {
  const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(await file.arrayBuffer());
  return Array.from(sound.getChannelData(0)).flatMap((value, at) => (Math.abs(value) > 0.2 ? [at / sound.sampleRate] : []));
}

async function watch(file: Blob): Promise<Film> {
  const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  if (video === null || audio === null) throw new Error('A track is missing.');
  const writtenS: number[] = [];
  const paper: number[] = [];
  let frames = 0;
  const canvas = new OffscreenCanvas(video.displayWidth, video.displayHeight);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  for await (const sample of new VideoSampleSink(video).samples()) {
    frames += 1;
    if (pen === null) throw new Error('No canvas.');
    sample.draw(pen, 0, 0);
    const { data } = pen.getImageData(100, 440, canvas.width - 200, 220);
    const background = data[0] ?? 0;
    let ink = 0;
    for (let at = 0; at < data.length; at += 4) if (Math.abs((data[at] ?? 0) - background) > 120) ink += 1;
    if (ink > 200) writtenS.push(sample.timestamp);
    if (paper.length === 0) paper.push(...pen.getImageData(0, 0, 1, 1).data.subarray(0, 3));
    sample.close();
  }
  const [loudS, soundS] = [await loudIn(file), await audio.computeDuration()];
  const { comment } = await input.getMetadataTags();
  const { averagePacketRate: fps } = await video.computePacketStats();
  input.dispose();
  return { width: canvas.width, height: canvas.height, comment, frames, fps, soundS, writtenS, paper, loudS };
}

describe('a conversation as a video', () => {
  let tapped: TappedSession;
  afterEach(() => tapped?.close());

  /** `busyMs`: the page does nothing else for so long once the answer can be heard. */
  const answered = async (ms = 1500, busyMs = 0) => {
    tapped = await tappedSession({ record: true });
    while ((await tapped.session.exportAudio()).size <= 44) await tapped.passes(10);
    await tapped.passes(400);
    tapped.begin('a');
    tapped.speak('a', ms);
    for (const began = performance.now(); performance.now() - began < busyMs;);
    tapped.end('a', 'The tallest tree of the valley stands by the mill.');
    await until(() => tapped.recordedMs() >= ms - 10);
    await tapped.passes(1500);
    return (options?: ExportVideoOptions) => tapped.session.exportVideo(options);
  };

  it('shows each line while it is heard, after its title', async () => {
    const exportVideo = await answered();
    const done: number[] = [];
    const film = await watch(await exportVideo({ title: '', model: 'acme-1', onProgress: (share) => done.push(share) }));
    expect([film.width, film.height]).to.deep.equal([1280, 720]);
    expect(film.comment).to.match(/^AI-generated with acme-1, \d{4}-\d\d-\d\d$/);
    expect(film.paper).to.satisfy((color: number[]) => color.every((value) => value > 240));
    const [firstLoudS = NaN, firstWrittenS = NaN] = [film.loudS[0], film.writtenS[0]];
    expect(firstWrittenS).to.be.closeTo(firstLoudS, 0.3);
    // Words stay for a moment longer.
    expect(film.writtenS.at(-1)).to.be.within((film.loudS.at(-1) ?? NaN) - 0.3, (film.loudS.at(-1) ?? NaN) + 1.2);
    expect(done.at(0)).to.equal(0);
    expect(done.every((share, at) => share >= (done[at - 1] ?? 0) && share <= 1)).to.equal(true);

    const titled = await watch(await exportVideo({ title: 'A walk', theme: 'dark' }));
    expect(titled.paper).to.satisfy((color: number[]) => color.every((value) => value < 40));
    expect((titled.loudS[0] ?? NaN) - firstLoudS).to.be.closeTo(2.5, 0.05);
  });

  it('is a WebM file where that is asked for, with its words in time although the page was busy when they were heard', async () => {
    const exportVideo = await answered(400, 700);
    const file = await exportVideo({ title: '', format: 'webm' });
    expect(file.type).to.equal('video/webm');
    const film = await watch(file);
    expect(film.writtenS[0]).to.be.closeTo(film.loudS[0] ?? NaN, 0.3);
  });

  it('has sound for as long as pictures, with a title and without', async () => {
    const exportVideo = await answered(400);
    for (const options of [{ title: '' }, { title: 'A walk', format: 'webm' }] as const) {
      const film = await watch(await exportVideo(options));
      expect(film.soundS).to.be.closeTo(film.frames / 24, 1 / 24);
    }
  });

  it('stops when it is aborted, and refuses what it does not know', async () => {
    const exportVideo = await answered(400);
    const stop = new AbortController();
    const stopped = exportVideo({ signal: stop.signal, onProgress: () => stop.abort() }).catch((error: unknown) => error);
    expect(await stopped).to.include({ code: 'aborted' });
    const theme = 'sepia' as unknown as 'light';
    expect(await exportVideo({ theme }).catch((error: unknown) => error)).to.include({ code: 'invalid_input', param: 'theme' });
  });

  it('says that no sound was kept, and that nothing in it has words', async () => {
    tapped = await tappedSession();
    expect(await tapped.session.exportVideo().catch((error: unknown) => error)).to.include({ code: 'unsupported', param: 'record' });
    tapped.close();
    tapped = await tappedSession({ record: true });
    while ((await tapped.session.exportAudio()).size <= 44) await tapped.passes(10);
    expect(await tapped.session.exportVideo().catch((error: unknown) => error)).to.include({ code: 'invalid_input', param: 'lines' });
    const unconnected = createRealtimeSession({ baseUrl: 'http://scripted.test', model: 'm', record: true });
    expect(await unconnected.exportVideo().catch((error: unknown) => error)).to.include({ code: 'unsupported', param: 'record' });
  });
});

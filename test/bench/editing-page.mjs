// Editing on the device as a page meets it: how long a file takes to be made, and what the page's main thread feels of it. Runs in a page.
import { AudioSample, AudioSampleSource, BufferTarget, CanvasSource, Mp4OutputFormat, Output, WebMOutputFormat } from 'mediabunny';

const [width, height, fps] = [1280, 720, 30];
const sampleRate = 48_000;
const kinds = {
  webm: { format: () => new WebMOutputFormat(), codec: 'vp8' },
  mp4: { format: () => new Mp4OutputFormat(), codec: 'avc' },
};

/** A wall of noise that a camera moves along, and a circle that crosses it: each frame is new everywhere. */
function painter() {
  const wall = new OffscreenCanvas(320, 180);
  const noise = wall.getContext('2d').createImageData(wall.width, wall.height);
  for (let at = 0; at < noise.data.length; at += 65_536) crypto.getRandomValues(noise.data.subarray(at, at + 65_536));
  for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255;
  wall.getContext('2d').putImageData(noise, 0, 0);
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  return {
    canvas,
    paint(atS) {
      pen.drawImage(wall, -64 * atS, 0, width * 2, height);
      pen.beginPath();
      pen.arc(width * (atS / 10), height / 2, 120, 0, 2 * Math.PI);
      pen.fill();
    },
  };
}

function tone(seconds) {
  const data = Float32Array.from({ length: seconds * sampleRate }, (_, at) => 0.3 * Math.sin((2 * Math.PI * 440 * at) / sampleRate));
  return new AudioSample({ data, format: 'f32-planar', numberOfChannels: 1, sampleRate, timestamp: 0 });
}

/** Of so many seconds, with sound. */
async function makeClip(kind, seconds) {
  const { format, codec } = kinds[kind];
  const output = new Output({ format: format(), target: new BufferTarget() });
  const { canvas, paint } = painter();
  const pictures = new CanvasSource(canvas, { codec, bitrate: 6_000_000 });
  const sound = new AudioSampleSource({ codec: 'opus', bitrate: 96_000 });
  output.addVideoTrack(pictures, { frameRate: fps });
  output.addAudioTrack(sound);
  await output.start();
  const heard = tone(seconds);
  await sound.add(heard);
  heard.close();
  for (let frame = 0; frame < seconds * fps; frame++) {
    paint(frame / fps);
    await pictures.add(frame / fps, 1 / fps);
  }
  await output.finalize();
  return new Blob([output.target.buffer], { type: `video/${kind}` });
}

const captions = [{ text: 'A heron crosses the lake at dawn' }];

/** What is asked of the film: each makes every picture again, or, as a join of clips that match does, none. */
const works = {
  captions: ({ editVideo }, film) => editVideo(film, { captions }),
  crop: ({ editVideo }, film) => editVideo(film, { crop: { aspectRatio: '9:16' } }),
  speed: ({ editVideo }, film) => editVideo(film, { speed: 2 }),
  join: ({ joinVideos }, film) => joinVideos([film, film, film]),
};

/**
 * Each work so many times: how long it took, and its longest task on the page where one is over 50 ms. The first edit loads the code and is
 * left out.
 */
globalThis.benchEditing = async ({ kind, seconds, times }) => {
  const address = '/core.js';
  const core = await import(address);
  const film = await makeClip(kind, seconds);
  await core.editVideo(film, { trim: { endS: 0.2 }, captions });
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  const rows = [];
  for (const [work, make] of Object.entries(works)) {
    for (let time = 0; time < times; time++) {
      const started = performance.now();
      const { size } = await make(core, film);
      const ms = performance.now() - started;
      if (size < 10_000) throw new Error(`${work} made ${size} bytes.`);
      // A long task is reported once it has ended.
      await new Promise((resolve) => setTimeout(resolve, 200));
      rows.push({ work, ms, taskMs: Math.max(0, ...tasks.splice(0)) });
    }
  }
  observer.disconnect();
  return rows;
};

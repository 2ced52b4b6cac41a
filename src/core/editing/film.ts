// A recorded conversation as a video: its sound, and the words in the pictures. The same in a worker and on a page.
import type { MediaRun } from '../media-worker/media-run.js';
import { encodedPictures, encodedSamples } from './encoded-tracks.js';
import { captionsOf } from './film-captions.js';
import type { FilmJob } from './film-job.js';
import { filmFps, filmShots, filmSize } from './film-pictures.js';
import { readSides } from './film-sound.js';
import type { VideoFormat } from './job.js';
import type { Media } from './media.js';
import { originTag } from './origin-tag.js';
import { writeVideo } from './write-video.js';

const titleS = 2.5;

/** Throws `unsupported` (no encoder), `invalid_input` (`sound`), `aborted`. */
export async function makeFilm(media: Media, job: FilmJob, run: MediaRun): Promise<Blob> {
  const sides = await readSides(job.sound);
  const beforeS = job.title === '' ? 0 : titleS;
  const totalS = Math.ceil((beforeS + sides.durationS) * filmFps) / filmFps;
  const shots = filmShots({ job, captions: captionsOf(job.lines, sides), levels: sides.levels, titleS: beforeS, totalS });
  const format = job.format ?? (await formatHere(media));
  const pictures = await encodedPictures(media, format, shots);
  const { sampleRateHz } = sides;
  const sound = await encodedSamples(media, format, { numberOfChannels: 1, sampleRateHz }, () => sides.mixed(beforeS, totalS));
  return writeVideo(media, format, { pictures, sound }, originTag(job.origin), run);
}

/** Every player knows H.264. */
async function formatHere(media: Media): Promise<VideoFormat> {
  if (typeof VideoEncoder === 'undefined') return 'webm';
  // WebKitGTK ends a page that asks for an encoder before anything else of its media.
  await VideoDecoder.isConfigSupported({ codec: 'vp8' });
  return (await media.canEncodeVideo('avc', filmSize)) ? 'mp4' : 'webm';
}

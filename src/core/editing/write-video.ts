// A video file of tracks that are encoded or copied.
import type { AudioSource, AudioTrackMetadata, VideoSource, VideoTrackMetadata } from 'mediabunny';

import { abortedError } from '../abort.js';
import type { VideoFormat } from './job.js';
import type { MediaRun } from '../media-worker/media-run.js';
import type { Media } from './media.js';
import type { OriginTag } from './origin-tag.js';

/** `write` leaves the source open, and reports its progress to `run`. */
export interface Track<Source, About> {
  readonly source: Source;
  readonly about: About;
  write(run: MediaRun): Promise<void>;
}
export type PictureTrack = Track<VideoSource, VideoTrackMetadata>;
export type SoundTrack = Track<AudioSource, AudioTrackMetadata>;

/** Throws `aborted` when the caller has given up meanwhile. */
export async function step({ signal, onStep }: MediaRun, done: number): Promise<void> {
  await onStep(done);
  if (signal.aborted) throw abortedError(signal);
}

export interface Tracks {
  readonly pictures: PictureTrack;
  readonly sound: SoundTrack | undefined;
}

export async function writeVideo(
  media: Media,
  format: VideoFormat,
  { pictures, sound }: Tracks,
  tag: OriginTag,
  run: MediaRun,
): Promise<Blob> {
  const target = new media.BufferTarget();
  const container = format === 'mp4' ? new media.Mp4OutputFormat({ fastStart: 'in-memory' }) : new media.WebMOutputFormat();
  const output = new media.Output({ format: container, target });
  output.addVideoTrack(pictures.source, pictures.about);
  if (sound !== undefined) output.addAudioTrack(sound.source, sound.about);
  output.setMetadataTags({ comment: tag.text, date: tag.date });
  try {
    await output.start();
    await sound?.write({ ...run, onStep: () => {} });
    sound?.source.close();
    await pictures.write(run);
    await output.finalize();
  } catch (cause) {
    await output.cancel();
    throw cause;
  }
  if (target.buffer === null) throw new TypeError('The muxer left no file.');
  return new Blob([target.buffer], { type: `video/${format}` });
}

// One edit, from its sources to the new file. The same in a worker and on a page.
import { animationDefaults, writeAnimation, writeStill } from './animations.js';
import { checkDecodable, openClip } from './clip.js';
import type { Clip } from './clip.js';
import { copiedPictures, copiedSound } from './copied-tracks.js';
import type { Cut } from './edit.js';
import { encodedPictures, encodedSound } from './encoded-tracks.js';
import { makeFilm } from './film.js';
import type { ClipJob, EditingJob, VideoFormat } from './job.js';
import type { MediaRun } from '../media-worker/media-run.js';
import { loadMediabunny } from './media.js';
import type { Media } from './media.js';
import { originTag } from './origin-tag.js';
import type { OriginTag } from './origin-tag.js';
import { joinedShots, shotsOf, spanOf, stillOf } from './pictures.js';
import { atSpeed, readSound } from './sound.js';
import type { Sound } from './sound.js';
import { writeVideo } from './write-video.js';
import type { PictureTrack, SoundTrack } from './write-video.js';

type Clips = readonly [Clip, ...Clip[]];

interface Target {
  readonly format: VideoFormat;
  readonly tag: OriginTag;
}

/** Throws as `editVideo` does. */
export async function runJob(job: EditingJob, run: MediaRun): Promise<Blob> {
  const media = await loadMediabunny();
  return job.kind === 'film' ? makeFilm(media, job, run) : runClipJob(media, job, run);
}

async function runClipJob(media: Media, job: ClipJob, run: MediaRun): Promise<Blob> {
  const clips: Clip[] = [];
  try {
    for (const source of job.kind === 'edit' ? [job.source] : job.sources) clips.push(await openClip(media, source));
    const [first, ...others] = clips;
    if (first === undefined) throw new TypeError('There is no clip.');
    const tag = originTag(job.origin, first.tags);
    return await (job.kind === 'edit'
      ? edit(media, first, job.cut, tag, run)
      : join(media, [first, ...others], { format: job.format ?? first.format, tag }, false, run));
  } finally {
    for (const clip of clips) clip.close();
  }
}

async function edit(media: Media, clip: Clip, cut: Cut, tag: OriginTag, run: MediaRun): Promise<Blob> {
  const { format = clip.format, loop } = cut;
  if (format === 'png') {
    await checkDecodable(clip);
    return writeStill(stillOf(media, clip, cut), tag);
  }
  if (format === 'gif' || format === 'webp') {
    await checkDecodable(clip);
    return writeAnimation(format, shotsOf(media, clip, cut, animationDefaults), { plays: loop ?? 0, tag }, run);
  }
  const times = loop ?? 1;
  if (isUnchanged(cut, clip)) return join(media, repeated(clip, times), { format, tag }, cut.mute, run);
  const once = await editPictures(media, clip, cut, { format, tag }, run);
  if (times === 1) return once;
  const made = await openClip(media, once);
  return join(media, repeated(made, times), { format, tag }, false, run).finally(() => made.close());
}

const repeated = (clip: Clip, times: number): Clips => [clip, ...Array.from({ length: times - 1 }, () => clip)];

/** Nothing to be drawn, and nothing to be heard otherwise. */
const isUnchanged = ({ startS, endS, speed, crop, captions, maxWidth, fps }: Cut, { durationS, width }: Clip): boolean =>
  startS === 0 &&
  endS >= durationS &&
  speed === 1 &&
  crop === undefined &&
  captions.length === 0 &&
  fps === undefined &&
  (maxWidth ?? width) >= width;

async function editPictures(media: Media, clip: Clip, cut: Cut, { format, tag }: Target, run: MediaRun): Promise<Blob> {
  await checkDecodable(clip);
  const shots = shotsOf(media, clip, cut, { maxWidth: clip.width, fps: clip.fps });
  const pictures = await encodedPictures(media, format, shots, await clip.video.getCodec());
  return writeVideo(media, format, { pictures, sound: cut.mute ? undefined : await soundOf(media, clip, cut, format) }, tag, run);
}

async function soundOf(media: Media, clip: Clip, cut: Cut, format: VideoFormat): Promise<SoundTrack | undefined> {
  if (clip.audio === undefined) return undefined;
  const { startS, endS } = spanOf(clip, cut);
  const isWhole = startS === 0 && endS === clip.durationS && cut.speed === 1;
  const copied = isWhole ? await copiedSound(media, format, [clip]) : undefined;
  if (copied !== undefined) return copied;
  const sound = await readSound(media, clip.audio, clip.startS + startS, clip.startS + endS);
  return encodedSound(media, format, [atSpeed(sound, cut.speed)]);
}

async function join(media: Media, clips: Clips, { format, tag }: Target, mute: boolean, run: MediaRun): Promise<Blob> {
  const pictures = (await copiedPictures(media, format, clips)) ?? (await joinedPictures(media, clips, format));
  const sound = mute ? undefined : ((await copiedSound(media, format, clips)) ?? (await joinedSound(media, clips, format)));
  return writeVideo(media, format, { pictures, sound }, tag, run);
}

async function joinedPictures(media: Media, clips: Clips, format: VideoFormat): Promise<PictureTrack> {
  for (const clip of clips) await checkDecodable(clip);
  return encodedPictures(media, format, joinedShots(media, clips), await clips[0].video.getCodec());
}

/** Clips without any are silent for as long as they take. */
async function joinedSound(media: Media, clips: Clips, format: VideoFormat): Promise<SoundTrack | undefined> {
  const heard = clips.find(({ audio }) => audio !== undefined)?.audio;
  if (heard === undefined) return undefined;
  const sampleRateHz = await heard.getSampleRate();
  const soundIn = async ({ audio, startS, durationS }: Clip): Promise<Sound> =>
    audio === undefined
      ? { sampleRateHz, channels: [new Float32Array(Math.round(durationS * sampleRateHz))] }
      : readSound(media, audio, startS, startS + durationS);
  const [first, ...others] = clips;
  const sounds: [Sound, ...Sound[]] = [await soundIn(first)];
  for (const clip of others) sounds.push(await soundIn(clip));
  return encodedSound(media, format, sounds);
}

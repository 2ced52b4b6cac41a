// A source of an edit, opened: its tracks and what they say of themselves.
import type { Input, InputAudioTrack, InputVideoTrack } from 'mediabunny';

import { VoxreelError } from '../errors.js';
import { invalid } from './edit.js';
import type { VideoFormat } from './job.js';
import type { Media } from './media.js';

export interface Clip {
  readonly video: InputVideoTrack;
  readonly audio: InputAudioTrack | undefined;
  /** When its first frame is shown, in the file's own time. */
  readonly startS: number;
  readonly durationS: number;
  readonly fps: number;
  /** Every frame stands for the same time. */
  readonly isSteady: boolean;
  /** Pixels, as shown. */
  readonly width: number;
  readonly height: number;
  readonly format: VideoFormat;
  readonly tags: { readonly comment?: string; readonly date?: Date };
  close(): void;
}

/** Throws `invalid_input` for what is no video. */
export async function openClip(media: Media, source: Blob): Promise<Clip> {
  const formats = [media.WEBM, media.MP4, media.QTFF, media.MATROSKA];
  const input: Input = new media.Input({ source: new media.BlobSource(source), formats });
  try {
    return await readClip(media, input);
  } catch (cause) {
    input.dispose();
    if (cause instanceof VoxreelError) throw cause;
    throw new VoxreelError('invalid_input', 'The source is no MP4, QuickTime or WebM video, or it is damaged.', { param: 'source', cause });
  }
}

async function readClip(media: Media, input: Input): Promise<Clip> {
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (video === null) throw invalid('source', 'The source has no pictures.');
  const { packetCount } = await video.computePacketStats();
  const { bestGuessFrameRate, frameRateIsConstant: isSteady } = await video.computeFrameRateMetrics();
  const startS = await video.getFirstTimestamp();
  const fps = Number.isFinite(bestGuessFrameRate) && bestGuessFrameRate > 0 ? bestGuessFrameRate : 24;
  const format = await input.getFormat();
  const { comment, date } = await input.getMetadataTags();
  return {
    video,
    audio: audio ?? undefined,
    startS,
    // The times of a WebM are whole milliseconds, and its last frame says nothing of how long it stands.
    durationS: isSteady ? packetCount / fps : (await video.computeDuration()) - startS,
    fps,
    isSteady,
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    format: format === media.WEBM || format === media.MATROSKA ? 'webm' : 'mp4',
    tags: { ...(comment !== undefined && { comment }), ...(date !== undefined && { date }) },
    close: () => input.dispose(),
  };
}

/** Throws `unsupported` where nothing here decodes the pictures. */
export async function checkDecodable({ video }: Clip): Promise<void> {
  if (await video.canDecode()) return;
  throw new VoxreelError('unsupported', `This browser cannot decode the pictures of this video (${String(await video.getCodec())}).`);
}

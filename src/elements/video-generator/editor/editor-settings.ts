// What a person has set in the editor, as the edit that makes the file.
import type { EditFormat, VideoEdit } from '../../../core/editing/edit.js';
import { isVoxreelError } from '../../../core/errors.js';
import type { VideoEditorWords } from './editor-words.js';

export interface EditorSettings {
  readonly startS: number;
  readonly endS: number;
  readonly format: EditFormat;
  /** Empty: the original one. */
  readonly shape: string;
  readonly speed: number;
  readonly plays: number;
  readonly mute: boolean;
  readonly captions: string;
}

export const hasSound = ({ format }: EditorSettings): boolean => format === 'mp4' || format === 'webm';

/** `atS`: the moment that is shown. */
export function editOf(settings: EditorSettings, durationS: number, atS: number): VideoEdit {
  const { startS, endS, format, shape, speed, plays, mute, captions } = settings;
  return {
    format,
    atS,
    speed,
    captions: captions.trim(),
    mute: mute && hasSound(settings),
    trim: { startS, ...(endS < durationS && { endS }) },
    ...(shape !== '' && { crop: { aspectRatio: shape } }),
    // A GIF or WebP goes on forever, a picture is one.
    ...(hasSound(settings) && { loop: plays }),
  };
}

export function problemIn(cause: unknown, words: VideoEditorWords): string {
  if (!isVoxreelError(cause)) return words.failed;
  if (cause.code === 'unsupported') return cause.param === 'mute' ? words.cannotHear : words.cannotMake;
  if (cause.param === 'captions') return words.captionTooLong;
  return cause.param === 'trim' ? words.tooLong : words.failed;
}

// What a downloaded video is called: words, seed and number, in a name that every system takes. Pure.
import type { VideoTask } from '../../store/tasks-state.js';

/** Of the words, in UTF-8: with seed, number and ending a name stays far below the 255 bytes file systems take. */
const maxBytes = 120;
const maxWords = 8;

/** Names Windows keeps for devices, whatever ending they have. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

const endings: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
  'video/ogg': 'ogv',
  'video/x-msvideo': 'avi',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** `desert-road-at-golden-hour-7781-2.webm`. `type`: MIME type of the file, where it is known. */
export function downloadName(task: VideoTask, at: number, type?: string): string {
  const output = task.outputs[at];
  const parts = [wordsOf(task.prompt), output?.seed ?? task.seed, task.outputs.length > 1 ? at + 1 : undefined];
  const known = type ?? output?.kept?.type;
  return `${parts.filter((part) => part !== undefined).join('-')}.${endings[known ?? ''] ?? endingOf(output?.format, output?.url)}`;
}

/** Letters and digits of any script; what a person types twice the same way is the same name. */
function wordsOf(prompt: string): string {
  const words = prompt
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, maxWords);
  const text = withinBytes(words.join('-')).replace(/-+$/, '');
  return text === '' || device.test(text) ? ['video', text].filter((part) => part !== '').join('-') : text;
}

/** Cut between characters as a person sees them. */
function withinBytes(text: string): string {
  const encoder = new TextEncoder();
  let bytes = 0;
  let kept = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    bytes += encoder.encode(segment).byteLength;
    if (bytes > maxBytes) break;
    kept += segment;
  }
  return kept;
}

function endingOf(format: string | undefined, url: string | undefined): string {
  const named = /^(?:video\/)?(mp4|webm|mov|mkv|gif)\b/i.exec(format ?? '')?.[1];
  return (named ?? /\.(mp4|webm|mov|mkv|gif)(?:$|[?#])/i.exec(url ?? '')?.[1] ?? 'mp4').toLowerCase();
}

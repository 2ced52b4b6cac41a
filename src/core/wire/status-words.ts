// What the status words of real services mean. An unknown word is never a failure.
import type { VideoReading } from '../../protocol/video-reading.js';

const words: Readonly<Record<Exclude<VideoReading['status'], 'unknown'>, string>> = {
  processing: 'not_start submitted queued queueing in_queue in_progress processing generating created pending running preparing waiting',
  succeeded: 'success succeeded succeed done completed complete finished',
  failed: 'failure failed fail error expired cancelled canceled',
};

const meanings = new Map<string, VideoReading['status']>();
for (const status of ['processing', 'succeeded', 'failed'] as const)
  for (const word of words[status].split(' ')) meanings.set(word, status);

/** In any case, with `_`, `-` or a space between. */
export const statusOfWord = (word: string): VideoReading['status'] =>
  meanings.get(
    word
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  ) ?? 'unknown';

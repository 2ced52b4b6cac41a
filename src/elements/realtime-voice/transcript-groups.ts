// Lines in groups of fifty, so that a long conversation costs what its newest group costs. A group that did not change keeps its identity.
import type { TranscriptEntry } from '../../core/store/conversation-state.js';

export const groupSize = 50;

export type TranscriptGroup = readonly TranscriptEntry[];

export function groupLines(lines: readonly TranscriptEntry[], previous: readonly TranscriptGroup[] = []): readonly TranscriptGroup[] {
  const groups: TranscriptGroup[] = [];
  for (let start = 0; start < lines.length; start += groupSize) {
    const before = previous[groups.length];
    groups.push(before !== undefined && sameLines(lines, start, before) ? before : lines.slice(start, start + groupSize));
  }
  return groups;
}

function sameLines(lines: readonly TranscriptEntry[], start: number, group: TranscriptGroup): boolean {
  if (Math.min(groupSize, lines.length - start) !== group.length) return false;
  return group.every((line, at) => line === lines[start + at]);
}

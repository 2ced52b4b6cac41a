// Lines in groups of fifty, so that a long conversation costs what its newest group costs. A group that did not change keeps its identity.
import type { ConversationState, TranscriptEntry } from '../../../core/store/conversation-state.js';
import { liveTranscript, transcript } from '../../../core/store/transcript.js';
import { createCallOutputs } from './call-outputs.js';
import type { Rendering } from './rendering.js';
import { isNews } from '../../../core/realtime/tools/news-item.js';
import { isSuggesting } from '../../../core/realtime/tools/suggestions.js';

export const groupSize = 50;

export type TranscriptGroup = readonly TranscriptEntry[];

export interface TranscriptGroups {
  /** The groups of `state`. What only streams costs the same however long the conversation is. */
  read(state: ConversationState, rendering: Pick<Rendering, 'toolOf'>): readonly TranscriptGroup[];
}

export function createTranscriptGroups(): TranscriptGroups {
  let entries: ConversationState['entries'] | undefined;
  let renderedBy: Pick<Rendering, 'toolOf'> | undefined;
  let groups: readonly TranscriptGroup[] = [];
  const outputs = createCallOutputs();
  return {
    read(state, rendering) {
      const isSame = state.entries === entries && rendering === renderedBy;
      const streamed = isSame ? replaceLines(groups, liveTranscript(state).filter(isRead)) : undefined;
      groups = streamed ?? groupLines(linesOf(state, rendering), groups);
      [entries, renderedBy] = [state.entries, rendering];
      return groups;
    },
  };

  function linesOf(state: ConversationState, rendering: Pick<Rendering, 'toolOf'>): readonly TranscriptEntry[] {
    return outputs.join(transcript(state).filter(isRead), (name) => rendering.toolOf(name) !== undefined);
  }
}

/** What is shown elsewhere is no line. */
const isRead = (line: TranscriptEntry): boolean => !isSuggesting(line) && !isNews(line);

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

/** The groups with newer lines in place of older ones of the same id, or undefined when one of them has no place yet. */
function replaceLines(groups: readonly TranscriptGroup[], newer: readonly TranscriptEntry[]): readonly TranscriptGroup[] | undefined {
  let changed: TranscriptGroup[] | undefined;
  for (const line of newer) {
    const current: readonly TranscriptGroup[] = changed ?? groups;
    // What streams is among the newest.
    const groupAt = current.findLastIndex((group) => group.some(({ id }) => id === line.id));
    const group = current[groupAt];
    if (group === undefined) return undefined;
    if (group.includes(line)) continue;
    changed ??= [...groups];
    changed[groupAt] = group.map((old) => (old.id === line.id ? line : old));
  }
  return changed ?? groups;
}

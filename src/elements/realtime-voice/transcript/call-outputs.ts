// Calls with their outputs in them, for tools that draw both.
import type { TranscriptEntry } from '../../../core/store/conversation-state.js';

export interface CallOutputs {
  /** The lines, but for outputs of calls that `isRendered` names: these are in `output` of their call. */
  join(lines: readonly TranscriptEntry[], isRendered: (name: string | undefined) => boolean): readonly TranscriptEntry[];
}

export function createCallOutputs(): CallOutputs {
  /** The same call with the same output stays the same line. */
  const known = new WeakMap<TranscriptEntry, TranscriptEntry>();
  const joined = (line: TranscriptEntry, output: string): TranscriptEntry => {
    const before = known.get(line);
    if (before?.output === output) return before;
    const made = { ...line, output };
    known.set(line, made);
    return made;
  };
  return {
    join(lines, isRendered) {
      const outputs = new Map<string, string>();
      const rendered = new Set<string>();
      for (const { type, name, callId, text } of lines) {
        if (callId === undefined) continue;
        if (type === 'function_call' && isRendered(name)) rendered.add(callId);
        if (type === 'function_call_output' && rendered.has(callId)) outputs.set(callId, text);
      }
      if (rendered.size === 0) return lines;
      return lines
        .filter(({ type, callId }) => type !== 'function_call_output' || callId === undefined || !outputs.has(callId))
        .map((line) => {
          const output = line.type === 'function_call' && line.callId !== undefined ? outputs.get(line.callId) : undefined;
          return output === undefined ? line : joined(line, output);
        });
    },
  };
}

// Turn detection in the words of other makers' clients: a second kind, other defaults, and whether it answers and interrupts.
import { isRecord } from '../../base/is-record.js';

/** What they leave out means this, where the documents have 500 and 1000. */
export const briefTurns = { prefix_padding_ms: 300, silence_duration_ms: 500 } as const;

/** There is one kind of turn detection here: their second kind gets it too, with its defaults. */
export function servedDetection(detection: unknown): unknown {
  if (!isRecord(detection) || detection['type'] !== 'semantic_vad') return detection;
  const { eagerness: _, ...rest } = detection;
  return { ...rest, type: 'server_vad' };
}

export const withBriefTurns = (detection: unknown): unknown => (isRecord(detection) ? { ...briefTurns, ...detection } : detection);

/** What the engine does unless told otherwise, which the documents have no words for. */
export const toldDetection = (detection: unknown): unknown =>
  isRecord(detection) ? { create_response: true, interrupt_response: true, ...detection } : detection;

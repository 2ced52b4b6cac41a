// What a test with a page needs of each service of conversations: a maker that speaks its wire, whatever the page has set.
import type { MakersConnection } from './scripted-wire.js';
import type { Frames, VoiceJudge } from './voice-judge.js';

export interface PageVoice extends Pick<
  VoiceJudge,
  | 'id'
  | 'key'
  | 'model'
  | 'service'
  | 'answer'
  | 'hello'
  | 'ready'
  | 'soundIn'
  | 'user'
  | 'answers'
  | 'begins'
  | 'interrupts'
  | 'calls'
  | 'result'
> {
  /** Whether a frame is the session: the last before the maker is ready. */
  isOpening(frame: unknown): boolean;
  /** Waits until the maker itself has heard how much of an answer was played, and says so back. */
  agrees?(connection: MakersConnection): Promise<void>;
  /** Where a new connection goes on with what the maker knows of the old one. */
  readonly resumed?: { isOpening(frame: unknown): boolean; readonly ready: Frames };
  /** The maker will soon close, and says so. */
  readonly leaves?: Frames;
}

const typeOf = (frame: unknown): unknown => (frame as { readonly type?: unknown }).type;

export function pageVoice({ opening, resumed, ...judge }: VoiceJudge): PageVoice {
  const like = (wanted: object) => (frame: unknown) => typeof frame === 'object' && frame !== null && typeOf(frame) === typeOf(wanted);
  return {
    ...judge,
    isOpening: like(opening),
    ...(resumed === undefined ? {} : { resumed: { isOpening: like(resumed.opening), ready: resumed.ready } }),
  };
}

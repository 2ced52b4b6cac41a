// The newest words of a conversation, as captions.
import type { TranscriptEntry } from '../../core/store/conversation-state.js';

/** What is spoken appears as it is heard. */
export const captionOf = (line: TranscriptEntry | undefined): string | undefined =>
  line === undefined ? undefined : line.text.slice(0, line.heardLength).replaceAll(/\s+/g, ' ').trim();

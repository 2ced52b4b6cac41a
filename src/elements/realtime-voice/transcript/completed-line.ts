// The line of the transcript that an event completes.
import type { ServerEvent } from '../../../core/dialects/dialect.js';
import type { ConversationState, TranscriptEntry } from '../../../core/store/conversation-state.js';
import { transcriptEntry } from '../../../core/store/transcript.js';

export function completedLine(event: ServerEvent, state: ConversationState): TranscriptEntry | undefined {
  const id = completedId(event);
  return typeof id === 'string' ? transcriptEntry(state, id) : undefined;
}

/** By the wire, so it may be anything. */
function completedId(event: ServerEvent): unknown {
  switch (event.type) {
    case 'response.output_item.done':
    case 'conversation.item.created':
      return event.item?.id;
    case 'conversation.item.truncated':
    case 'conversation.item.input_audio_transcription.completed':
    case 'conversation.item.input_audio_transcription.failed':
      return event.item_id;
    default:
      return undefined;
  }
}

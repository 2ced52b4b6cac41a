// Says what tools draw of calls, whenever it reads otherwise than before. Calls of a conversation that was kept are not read out again.
import type { TranscriptEntry } from '../../../core/store/conversation-state.js';
import type { SessionListener } from '../session-controller.js';
import { spokenText } from './spoken-text.js';

export interface DrawnCalls {
  readonly listener: SessionListener;
  readonly drawn: (line: TranscriptEntry, place: Element) => void;
}

export function createDrawnCalls(say: (text: string) => void): DrawnCalls {
  /** What was said of each call of now, by item. */
  const said = new Map<string, string>();
  return {
    listener: {
      followed: () => said.clear(),
      event(event) {
        const item = event.type === 'response.output_item.done' ? event.item : undefined;
        if (item?.type === 'function_call' && typeof item.id === 'string' && !said.has(item.id)) said.set(item.id, '');
      },
    },
    drawn({ id }, place) {
      if (!said.has(id)) return;
      const text = spokenText(place);
      if (text === said.get(id)) return;
      said.set(id, text);
      if (text !== '') say(text);
    },
  };
}

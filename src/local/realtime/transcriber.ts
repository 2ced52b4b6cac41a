// Sends what was measured of the user's speech, a little later, as real transcriptions come. Knows no conversation order.
import type { StoredItem } from './conversation.js';
import type { Emit } from './response-writer.js';
import { transcribe } from './transcription.js';

export interface Transcriber {
  transcribe(item: StoredItem, samples: Int16Array): void;
  close(): void;
}

const event = 'conversation.item.input_audio_transcription';

export function createTranscriber({ emit, delayMs }: { readonly emit: Emit; readonly delayMs: number }): Transcriber {
  const timers = new Set<NodeJS.Timeout>();

  function tell(item: StoredItem, samples: Int16Array): void {
    const place = { item_id: item.id, content_index: 0 };
    const result = transcribe(samples);
    if ('problem' in result) {
      const error = { type: 'transcription_error', code: 'audio_unintelligible', message: result.problem, param: null };
      return emit(`${event}.failed`, { ...place, error });
    }
    const part = item.parts[0];
    if (part !== undefined) part.text = result.transcript;
    emit(`${event}.completed`, { ...place, transcript: result.transcript });
  }

  return {
    transcribe(item, samples) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        tell(item, samples);
      }, delayMs);
      timers.add(timer);
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

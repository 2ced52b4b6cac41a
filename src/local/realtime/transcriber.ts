// Recognizes the user's speech where the service has been given a way to, and sends what is known of it a little later, as real transcriptions come.
import type { StoredItem } from './conversation.js';
import type { Emit } from './response-writer.js';
import { transcribe, type Recognise, type Transcription } from './transcription.js';

export interface Transcriber {
  /** Begins to recognize an item's words. */
  recognise(item: StoredItem, samples: Int16Array): void;
  transcribe(item: StoredItem, samples: Int16Array): void;
  close(): void;
}

const event = 'conversation.item.input_audio_transcription';

export interface TranscriberOptions {
  readonly emit: Emit;
  readonly delayMs: number;
  readonly recognise?: Recognise | undefined;
}

export function createTranscriber({ emit, delayMs, recognise }: TranscriberOptions): Transcriber {
  const timers = new Set<NodeJS.Timeout>();

  function tell(item: StoredItem, samples: Int16Array): void {
    const place = { item_id: item.id, content_index: 0 };
    const words = item.parts[0]?.words;
    const result: Transcription = words === undefined ? transcribe(samples) : { transcript: words };
    if ('problem' in result) {
      const error = { type: 'transcription_error', code: 'audio_unintelligible', message: result.problem, param: null };
      return emit(`${event}.failed`, { ...place, error });
    }
    const part = item.parts[0];
    if (part !== undefined) part.text = result.transcript;
    emit(`${event}.completed`, { ...place, transcript: result.transcript });
  }

  async function hear(item: StoredItem, samples: Int16Array): Promise<void> {
    const words = await Promise.resolve(samples)
      .then(recognise)
      .catch(() => undefined);
    const part = item.parts[0];
    if (part !== undefined && words !== undefined && words.trim() !== '') part.words = words.trim();
    delete item.recognizing;
  }

  return {
    recognise(item, samples) {
      if (recognise !== undefined) item.recognizing = hear(item, samples);
    },
    transcribe(item, samples) {
      const timer = setTimeout(async () => {
        await item.recognizing;
        if (timers.delete(timer)) tell(item, samples);
      }, delayMs);
      timers.add(timer);
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

// What Gemini Live and the documents call each other's things: setup, content, usage, and how a turn ended. Facts: `@google/genai` 3.3.0.
import { isRecord } from '../base/is-record.js';
import type { ClientEvent } from '../protocol/client-events.js';
import type { Usage } from '../protocol/item.js';
import type { AnswerEnd } from './answer-writer.js';
import { at, listAt, numberAt, textAt } from './ask.js';
import { given } from './request.js';
import type { Opening, RealtimeRequest } from './service.js';

type Fields = Readonly<Record<string, unknown>>;
export type ItemCreate = Extract<ClientEvent, { type: 'conversation.item.create' }>;

/** What of the documents' session the setup has a place for. */
export function geminiSetup({ model, session }: RealtimeRequest): Fields {
  const { modalities, voice, instructions, temperature, max_output_tokens: most, turn_detection: detection, tools = [] } = session;
  const declared = session.tool_choice === 'none' ? [] : tools;
  const activity =
    detection === null
      ? { disabled: true }
      : given({ prefixPaddingMs: detection?.prefix_padding_ms, silenceDurationMs: detection?.silence_duration_ms });
  return given({
    model: model.startsWith('models/') ? model : `models/${model}`,
    generationConfig: given({
      // One of the two: sound brings its words along.
      responseModalities: modalities === undefined ? undefined : [modalities.includes('audio') ? 'AUDIO' : 'TEXT'],
      temperature,
      maxOutputTokens: typeof most === 'number' ? most : undefined,
      speechConfig: voice === undefined ? undefined : { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } },
    }),
    systemInstruction: instructions === undefined ? undefined : { parts: [{ text: instructions }] },
    tools:
      declared.length === 0
        ? undefined
        : [
            {
              functionDeclarations: declared.map(({ name, description, parameters }) =>
                given({ name, description, parametersJsonSchema: parameters }),
              ),
            },
          ],
    realtimeInputConfig: Object.keys(activity).length === 0 ? undefined : { automaticActivityDetection: activity },
  });
}

/** One connection's setup: all that cannot be said later. */
export const setupFrame = (opening: Opening): Fields => ({
  setup: {
    ...geminiSetup(opening),
    ...(isRecord(opening.session.input_audio_transcription) ? { inputAudioTranscription: {} } : {}),
    ...(opening.session.modalities?.includes('audio') === false ? {} : { outputAudioTranscription: {} }),
    sessionResumption: given({ handle: opening.resume }),
    // Without it a conversation ends after a quarter of an hour.
    contextWindowCompression: { slidingWindow: {} },
  },
});

/** Parts of a turn. The maker says no limit of its own; a data channel to the relay carries 256 KiB, and base64 is a third larger. */
export const geminiPictures = { maxBytes: 180_000, types: ['image/jpeg', 'image/png'] } as const;

export function partsOf({ content }: ItemCreate['item']): readonly Fields[] {
  return (content ?? []).flatMap((part): readonly Fields[] => {
    const { text, transcript, audio, image_url: image } = part as Readonly<Record<string, unknown>>;
    const file = typeof image === 'string' ? /^data:([^;,]+);base64,(.+)$/s.exec(image) : null;
    if (file !== null) return [{ inlineData: { mimeType: file[1], data: file[2] } }];
    const words = text ?? transcript;
    if (typeof words === 'string') return [{ text: words }];
    return typeof audio === 'string' ? [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data: audio } }] : [];
  });
}

/** Undefined where the turns hold anything but pictures. */
export function picturesIn(turns: readonly Fields[]): readonly unknown[] | undefined {
  const parts = turns.flatMap((turn) => listAt(turn, 'parts'));
  const isPicture = (part: unknown) => textAt(part, 'inlineData.mimeType')?.startsWith('image/') === true;
  return parts.every(isPicture) ? parts.map((part) => at(part, 'inlineData')) : undefined;
}

export function parsedText(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return text;
  }
}

export const recordIn = (text: string | undefined, name: string): Fields => {
  const value = parsedText(text);
  return isRecord(value) ? value : { [name]: value ?? null };
};

export function usageOf(message: unknown): Usage | undefined {
  if (at(message, 'usageMetadata') === undefined) return undefined;
  return given({
    total_tokens: numberAt(message, 'usageMetadata.totalTokenCount'),
    input_tokens: numberAt(message, 'usageMetadata.promptTokenCount'),
    output_tokens: numberAt(message, 'usageMetadata.responseTokenCount'),
  });
}

/** `TURN_COMPLETE_REASON_UNSPECIFIED` and a wait for more of the user are no faults. */
export function endOf(reason: string | undefined): AnswerEnd {
  if (reason === undefined || /UNSPECIFIED$|^NEED_MORE_INPUT$/.test(reason)) return {};
  const isFiltered = /PROHIBITED|SAFETY|BLOCKLIST|REJECTED|UNSAFE|CELEBRITY|PEOPLE|MINORS/.test(reason);
  if (isFiltered) return { status: 'incomplete', details: { type: 'incomplete', reason: 'content_filter', error: { code: reason } } };
  return { status: 'failed', details: { type: 'failed', error: { type: 'server_error', code: reason.toLowerCase() } } };
}

/** `"12.5s"` */
export const milliseconds = (duration: string | undefined): number | undefined =>
  duration === undefined ? undefined : Math.max(0, Number.parseFloat(duration) * 1000 || 0);

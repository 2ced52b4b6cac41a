// How tokens are counted here: one a word of text, one for 100 ms heard, one for 50 ms spoken, one for 12 characters of arguments.
import type { StoredItem } from './conversation.js';
import type { Settings } from './session-state.js';

export const heardTokenMs = 100;
export const spokenTokenMs = 50;
/** Arguments of a call have few spaces: so many characters count as a word. */
export const argumentTokenLength = 12;

export interface TokenCount {
  readonly text: number;
  readonly audio: number;
}

export const textTokens = (text: string): number => text.match(/\S+/g)?.length ?? 0;

export function inputTokens(items: readonly StoredItem[], settings: Pick<Settings, 'instructions' | 'tools'>): TokenCount {
  const tools = settings.tools.length === 0 ? '' : JSON.stringify(settings.tools).replace(/[{}[\]":,]+/g, ' ');
  const counted = items.map(itemTokens);
  return {
    text: counted.reduce((sum, { text }) => sum + text, textTokens(settings.instructions) + textTokens(tools)),
    audio: counted.reduce((sum, { audio }) => sum + audio, 0),
  };
}

function itemTokens(item: StoredItem): TokenCount {
  const written = `${item.name ?? ''} ${item.output ?? ''}`;
  const inArguments = Math.ceil((item.arguments?.length ?? 0) / argumentTokenLength);
  const perToken = item.role === 'assistant' ? spokenTokenMs : heardTokenMs;
  return {
    text: item.parts.reduce((sum, part) => sum + textTokens(part.text), textTokens(written) + inArguments),
    audio: item.parts.reduce((sum, part) => sum + Math.ceil(part.audioMs / perToken), 0),
  };
}

/** The usage of the documents, with the detail other makers' clients read. */
export function usageOf(input: TokenCount, output: TokenCount): Record<string, unknown> {
  const inputTotal = input.text + input.audio;
  const outputTotal = output.text + output.audio;
  return {
    total_tokens: inputTotal + outputTotal,
    input_tokens: inputTotal,
    output_tokens: outputTotal,
    input_token_details: { text_tokens: input.text, audio_tokens: input.audio, cached_tokens: 0 },
    output_token_details: { text_tokens: output.text, audio_tokens: output.audio },
  };
}

// Which modalities the `modalities` attribute names.
import type { Modality } from '../../core/realtime/session/session-options.js';

/** Text alone where only text is asked for, both otherwise: this is the element for voices. */
export function modalitiesOf(words: string | undefined): readonly Modality[] {
  const named = (words ?? '').split(/[\s,]+/);
  const wanted = (['text', 'audio'] as const).filter((modality) => named.includes(modality));
  return wanted.length === 0 ? ['text', 'audio'] : wanted;
}

export const hasVoice = (words: string | undefined): boolean => modalitiesOf(words).includes('audio');

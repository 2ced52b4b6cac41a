// Asks the page for another wording of a prompt, and holds the answer until the visitor decides.
import { toVoxreelError, VoxreelError } from '../../../../core/errors.js';
import type { VideoDraft } from '../../../../core/providers/provider.js';
import type { EnhancePrompt } from './prompt-help.js';

export type Enhancement =
  | { readonly step: 'idle' | 'working' | 'same' }
  | { readonly step: 'suggested'; readonly text: string }
  | { readonly step: 'failed'; readonly error: VoxreelError };

const idle: Enhancement = { step: 'idle' };

export class Enhancer {
  readonly #changed: (state: Enhancement) => void;
  #state = idle;
  #running: AbortController | undefined;

  constructor(changed: (state: Enhancement) => void) {
    this.#changed = changed;
  }

  get state(): Enhancement {
    return this.#state;
  }

  async ask(enhance: EnhancePrompt, draft: VideoDraft): Promise<void> {
    if (this.#running !== undefined) return;
    const running = (this.#running = new AbortController());
    this.#become({ step: 'working' });
    const answer = await answerOf(enhance, draft, running.signal);
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#become(answer);
  }

  /** Aborts what is under way, and forgets a suggestion. */
  end(): void {
    this.#running?.abort();
    this.#running = undefined;
    if (this.#state.step !== 'idle') this.#become(idle);
  }

  #become(state: Enhancement): void {
    this.#state = state;
    this.#changed(state);
  }
}

async function answerOf(enhance: EnhancePrompt, draft: VideoDraft, signal: AbortSignal): Promise<Enhancement> {
  try {
    const answer: unknown = await enhance(draft, { signal });
    if (typeof answer !== 'string' || answer.trim() === '') throw new VoxreelError('enhance_failed', '`enhance` resolved without a text.');
    const text = answer.trim();
    return text === draft.prompt.trim() ? { step: 'same' } : { step: 'suggested', text };
  } catch (cause) {
    return { step: 'failed', error: toVoxreelError(cause, 'enhance_failed') };
  }
}

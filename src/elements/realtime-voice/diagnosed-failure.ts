// Looks for the site's mistake behind the failure that is shown. What knows mistakes is loaded with the first failure.
import type { VoxreelError } from '../../core/errors.js';
import { requestOf } from '../../core/failed-request.js';
import type { Diagnosis } from '../shared/diagnosis/diagnose.js';
import { languageOf } from '../shared/language-controller.js';
import type { VoiceElement } from './voice-element.js';

export class DiagnosedFailure {
  readonly #element: VoiceElement;
  readonly #model: () => string;
  #failure: VoxreelError | undefined;
  #diagnosis: Diagnosis | undefined;

  /** `model`: the one to talk with, empty where there is none. */
  constructor(element: VoiceElement, model: () => string) {
    this.#element = element;
    this.#model = model;
  }

  /** Undefined until it is known, and where the site has made none. */
  of(failure: VoxreelError): Diagnosis | undefined {
    if (failure !== this.#failure) void this.#find(failure);
    return this.#diagnosis;
  }

  async #find(failure: VoxreelError): Promise<void> {
    this.#failure = failure;
    this.#diagnosis = undefined;
    const { baseUrl, tokenUrl } = this.#element;
    const mishap = {
      baseUrl,
      tokenUrl,
      element: 'realtime-voice',
      model: this.#model(),
      error: failure,
      request: requestOf(failure),
    } as const;
    const language = languageOf(this.#element);
    // Without a network it does not come, and what is shown is true all the same.
    const diagnosis = await import('../shared/diagnosis/diagnose.js').then(
      ({ diagnose }) => diagnose(mishap, language),
      () => undefined,
    );
    if (failure !== this.#failure || diagnosis === undefined) return;
    this.#diagnosis = diagnosis;
    this.#element.requestUpdate();
  }
}

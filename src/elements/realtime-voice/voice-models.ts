// The models one may talk with, and their voices, as the service itself says. Asked when they are first needed.
import { fittingModel } from '../../core/catalog/fitting-model.js';
import { createServiceModels, type ServiceModels } from '../../core/catalog/service-models.js';
import type { OfferedModel } from '../../core/offered-model.js';
import { pageUrl } from '../../core/page-url.js';
import { needsConsent } from './consent.js';
import type { VoiceElement } from './voice-element.js';

const none: readonly OfferedModel[] = [];

export class VoiceModels {
  readonly #element: VoiceElement;
  #asked: { readonly key: string; readonly service: ServiceModels } | undefined;
  #known = none;

  constructor(element: VoiceElement) {
    this.#element = element;
  }

  /** Those that can be named as they are. */
  get names(): readonly OfferedModel[] {
    return this.#known.filter(({ id }) => !id.includes('*'));
  }

  /** What the attributes leave open: the first one. */
  get first(): string | undefined {
    return this.names[0]?.id;
  }

  /** Of the chosen model; undefined where the service does not say. */
  get voices(): readonly string[] | undefined {
    return fittingModel(this.#known, this.#element.model ?? this.first ?? '')?.voices;
  }

  /** Never rejects: where nothing is said, everything stays as it is. */
  async load(): Promise<void> {
    const { baseUrl = '', user } = this.#element;
    const key = `${baseUrl} ${user ?? ''}`;
    if (this.#asked?.key !== key) this.#asked = { key, service: createServiceModels({ baseUrl, user }) };
    const models = await this.#asked.service.list();
    this.#known = models.filter(({ kind }) => kind === 'realtime');
  }
}

/** Asks ahead for the list that says which dialect to speak, where connecting will need it. Another origin hears of no one before they act. */
export async function prefetchModels(element: VoiceElement): Promise<void> {
  const { baseUrl = '', user, dialect, getToken } = element;
  if (needsConsent(element) || dialect !== undefined || getToken !== undefined || pageUrl(baseUrl).origin !== location.origin) return;
  await createServiceModels({ baseUrl, user }).list();
}

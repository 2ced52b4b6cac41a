// What references need of the form they belong to.
import type { ReactiveControllerHost } from 'lit';

import type { Formats } from '../../shared/formats.js';
import type { Language } from '../../shared/strings.js';
import type { ComposerController, ComposerNotice } from '../composer/composer-controller.js';

export interface ReferencesHost {
  readonly element: ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment };
  readonly composer: ComposerController;
  language(): Language;
  formats(): Formats;
  say(text: string, urgency?: 'assertive'): void;
  focus(...selectors: readonly string[]): void;
  complain(notice: ComposerNotice): void;
  closePanel(): void;
}

/** Opens their control, or closes it and goes back to its tile. */
export function toggleReferences({ composer, closePanel, focus }: ReferencesHost): void {
  if (composer.open === 'references') return closePanel();
  composer.open = 'references';
  focus('#panel :is(input, button)');
}

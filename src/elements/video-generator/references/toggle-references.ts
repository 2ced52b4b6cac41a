// Opens the control of references, or closes it and goes back to its tile.
import type { ReferencesHost } from './references-panel.js';

export function toggleReferences({ composer, closePanel, focus }: ReferencesHost): void {
  if (composer.open === 'references') return closePanel();
  composer.open = 'references';
  focus('#panel :is(input, button)');
}

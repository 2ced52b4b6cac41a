// The provider of every model no other provider claims: documented fields, free metadata. Knows no make of model.
import type { VideoProvider } from './provider.js';

export const generic: VideoProvider = {
  id: 'generic',
  title: 'Any model',
  models: ['*'],
  // The two keys the document gives as examples; others go through as they are.
  ui: { style: { kind: 'text', rare: true }, quality_level: { kind: 'text', rare: true } },
  limits: { images: { encoding: 'data-url', max: 1, maxBytes: 10_000_000 } },
};

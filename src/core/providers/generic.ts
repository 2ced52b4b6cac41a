// The provider of every model no other provider claims: documented fields, free metadata.
import type { VideoProvider } from './provider.js';

/** The provider for models that no other one knows: every documented field, and the service decides. */
export const generic: VideoProvider = {
  id: 'generic',
  title: 'Any model',
  models: ['*'],
  // The two keys the document gives as examples; others go through as they are.
  ui: { style: { kind: 'text', rare: true }, quality_level: { kind: 'text', rare: true } },
  words: {
    zh: { fields: { style: { label: '风格' }, quality_level: { label: '画质' } } },
    ar: { fields: { style: { label: 'الأسلوب' }, quality_level: { label: 'الجودة' } } },
  },
  limits: { images: { encoding: 'data-url', max: 1, maxBytes: 10_000_000 } },
};

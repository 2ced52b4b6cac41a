// Which of a provider's own fields is its negative prompt: makers agree on the name alone.
import type { FormField } from '../../../../core/drafts/metadata-fields.js';

export const isNegativePrompt = ({ name }: Pick<FormField, 'name'>): boolean => /^negative_?prompt$/i.test(name);

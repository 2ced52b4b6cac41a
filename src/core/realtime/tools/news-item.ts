// The message by which the model hears what became of a call: the page's word to the model, not a line that people said.

const prefix = 'news_';

/** A new one each time; at most 32 characters, as services want. */
export const newsId = (): string => `${prefix}${Math.random().toString(36).slice(2, 14)}`;

/** An item of it, by its id: nothing to read. */
export const isNews = ({ id }: { readonly id: string }): boolean => id.startsWith(prefix);

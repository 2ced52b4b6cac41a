// `@name` in a prompt: where a text speaks of a picture by its name. No name is written with a space.

/** What a name may be: letters and digits of any script, hyphens and underscores, 40 characters at most. */
const nameForm = /^[\p{L}\p{M}\p{N}_-]{1,40}$/u;

export const isMentionName = (name: string): boolean => nameForm.test(name);

/** Case does not matter, nor which of two spellings Unicode has for a letter. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase();

export interface Mention<Named> {
  readonly named: Named;
  /** Where it stands in the text, from the `@`. */
  readonly from: number;
  readonly to: number;
}

/** In the order of the text. Of two names that fit, the longer one is meant. */
export function mentionsIn<Named extends { readonly name?: string | undefined }>(
  text: string,
  all: readonly Named[],
): readonly Mention<Named>[] {
  const byLength = all
    .flatMap((named) => ((named.name ?? '') === '' ? [] : [{ named, name: folded(named.name ?? ''), size: (named.name ?? '').length }]))
    .toSorted((one, other) => other.size - one.size);
  return [...text.matchAll(/(^|[^\w@])@(?=\S)/g)].flatMap(({ index, 1: before = '' }) => {
    const from = index + before.length;
    const found = byLength.find(
      ({ name, size }) => folded(text.slice(from + 1, from + 1 + size)) === name && endsAt(text, from + 1 + size),
    );
    return found === undefined ? [] : [{ named: found.named, from, to: from + 1 + found.size }];
  });
}

/** Scripts without spaces go on after a name; in Latin letters a longer word is another name. */
const endsAt = (text: string, at: number): boolean => !(/[\w-]/.test(text[at - 1] ?? '') && /^(?:\w|-\w)/.test(text.slice(at, at + 2)));

/** The text with each mention written in another way. */
export function rewriteMentions<Named extends { readonly name?: string | undefined }>(
  text: string,
  all: readonly Named[],
  write: (named: Named) => string,
): string {
  let written = '';
  let at = 0;
  for (const { named, from, to } of mentionsIn(text, all)) {
    written += text.slice(at, from) + write(named);
    at = to;
  }
  return written + text.slice(at);
}

// An error in the visitor's language: what happened and what to do, as one text.
import type { ErrorWords } from './strings.errors.en.js';

/** Undefined where there are no words for this code. */
export function errorText(errors: Readonly<Record<string, ErrorWords | undefined>>, code: string): string | undefined {
  const said = errors[code];
  return said && [said.title, said.hint].filter((part) => part !== undefined).join(' ');
}

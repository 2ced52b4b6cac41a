// A run of words with what was heard in ink, what is still to be heard paler, and what was cut off struck through.
import { html } from 'lit';

import type { Saying } from './body.js';
import { growingText } from './growing-text.js';
import { heardText } from './heard-text.js';

/** `at`: where `text` stands in its part. `cutBegins`: the words that were cut off begin in it. */
export function saidView(text: string, at: number, { heard, cut, words }: Saying, cutBegins: boolean): unknown {
  if (heard === undefined) return growingText(text);
  if (!cut) return heardText(text, heard - at);
  const rest = text.slice(Math.max(0, heard - at)).trimStart();
  if (rest === '') return growingText(text);
  // The space between the two belongs to what was heard: struck through it would seem a mistake.
  const said = text.slice(0, text.length - rest.length);
  // Most screen readers pass over <s>: the words say it too.
  const told = cutBegins ? html`<span class="visually-hidden"> ${words.cut} </span>` : '';
  return html`${said}${told}<s part="cut">${rest}</s>`;
}

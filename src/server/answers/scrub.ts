// Text of services made fit for strangers: no key, no host, nothing that looks like an address.
import ipaddr from 'ipaddr.js';

import { createKeyScrubber, type KeyScrubber } from '../../base/known-key.js';
import { hideSecrets } from '../../base/secret-shapes.js';

export interface Scrub {
  /** Without any key, in whichever writing. */
  readonly key: KeyScrubber['text'];
  /** The same for parsed JSON, whose ids stay as they are. */
  readonly body: KeyScrubber['value'];
  /** Without anything that tells of keys and machines; 1,000 characters at most. */
  words(text: string): string;
}

const longest = 1000;

const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(?:key|token|secret)[-_](?=[\w-]*\d)[\w-]{12,}/gi, '[key]'],
  [/\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s"'<>)\]}]+/gi, '[address]'],
  [/\b(?:[a-z\d_-]{1,63}\.){1,8}[a-z\d-]{1,63}:\d{2,5}\b/gi, '[address]'],
  [/\b(?:[a-z\d_-]{1,63}\.){1,8}(?:internal|local|localdomain|intranet|lan|corp|svc|home|cluster)\b/gi, '[address]'],
  [/\blocalhost\b(?::\d{1,5})?/gi, '[address]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g, '[address]'],
];
/** Times of the day have colons too: what is taken out has to be a number of the net. */
const sixes = /[\da-f.]*:[\da-f:.]*:[\da-f:.]*/gi;

/** `secrets` in every writing, and `hosts` by their names. */
export function createScrub(secrets: readonly string[], hosts: readonly string[]): Scrub {
  // The longest first: one may hold another.
  const keys = [...new Set(secrets)].toSorted((one, other) => other.length - one.length).map(createKeyScrubber);
  const key = (text: string): string => keys.reduce((rest, scrubber) => scrubber.text(rest), text);
  const names = hosts.flatMap((host) => (host.includes('*') ? [] : [host, host.replace(/:\d+$/, '')]));
  return {
    key,
    body: (value) => keys.reduce((rest, scrubber) => scrubber.value(rest), value),
    words(text) {
      let rest = hideSecrets(key(text).slice(0, 4 * longest), '[key]');
      for (const [pattern, instead] of patterns) rest = rest.replace(pattern, instead);
      rest = rest.replace(sixes, (found) => (ipaddr.IPv6.isValid(found.replace(/\.+$/, '')) ? '[address]' : found));
      for (const name of names) rest = rest.replaceAll(name, '[address]');
      return rest.slice(0, longest);
    },
  };
}

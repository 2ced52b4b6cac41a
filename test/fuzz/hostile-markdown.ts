// Markdown as nobody would wish it.
import fc from 'fast-check';

import { hostileTexts } from './hostile-json.js';

/** What Markdown is made of, what hides an address, and what ends all that. */
const pieces: readonly string[] = [
  '**',
  '*',
  '_',
  '~~',
  '`',
  '```js\n',
  '```\n',
  '# ',
  '> ',
  '- ',
  '1. ',
  '- [x] ',
  '\n',
  '\n\n',
  '    ',
  '---\n',
  '===\n',
  '\\',
  '\r\n',
  '<br>',
  '| a | b |\n|---|--:|\n',
  '| 1 | 2 |\n',
  '![',
  '[',
  ']',
  '](',
  ')',
  '<',
  '>',
  '"',
  '&#106;',
  '&colon;',
  '&Tab;',
  '&lt;',
  '&#x6a;',
  '&#0;',
  '&#xD800;',
  '[__proto__]: https://a.example\n',
  '[constructor]',
  '[__proto__]',
  '[x][toString]',
  '[a]: javascript:hurt()\n',
  '[a]',
  '![x][a]',
  '[a](javascript:hurt())',
  '[b](java&#10;script:hurt())',
  '<javascript:hurt()>',
  '[c](data:text/html,x)',
  '![d](file:///x)',
  '[e](//evil.example)',
  'https://a.example/x?y=(z)',
  'www.a.example',
  'me@a.example',
  '<https://a.example>',
  '[f](<https://a.example/ b> "t")',
  'word',
  'two words',
  '字',
];

export const hostileMarkdown: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .array(fc.oneof(fc.constantFrom(...pieces, ...hostileTexts), fc.string({ maxLength: 4 })), { maxLength: 30 })
      .map((all) => all.join('')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...pieces), fc.nat(200), fc.constantFrom('', 'x', '\n'))
      .map(([piece, times, end]) => `${piece}${end}`.repeat(times)),
  },
);

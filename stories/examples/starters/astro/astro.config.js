import node from '@astrojs/node';

import { policyWith } from './policy.js';

/** Astro adds the sources of scripts and styles, with a hash of each that it writes into a page. */
const directives = policyWith()
  .split('; ')
  .filter((directive) => !directive.startsWith('script-src'));

export default {
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  security: { csp: { directives } },
  markdown: { syntaxHighlight: 'prism' }, // the other one writes inline styles
};

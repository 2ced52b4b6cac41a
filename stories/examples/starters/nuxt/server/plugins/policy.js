import { randomUUID } from 'node:crypto';

import { policyWith } from '../../policy.js';

/** Nuxt writes inline scripts into a page. A nonce allows them, and nothing else that is inline. */
export default (nitro) => {
  nitro.hooks.hook('render:html', (html, { event }) => {
    if (import.meta.dev) return;
    const nonce = randomUUID();
    for (const part of ['head', 'bodyAppend'])
      html[part] = html[part].map((text) => text.replaceAll('<script', `<script nonce="${nonce}"`));
    event.node.res.setHeader('content-security-policy', policyWith(`'self' 'nonce-${nonce}'`));
  });
};

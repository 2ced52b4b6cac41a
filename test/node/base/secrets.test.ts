// What looks like a secret, wherever a scrubber is used: exports, the inspector, error texts and the gateway's answers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createKeyScrubber } from '../../../src/base/known-key.js';
import { createScrubber } from '../../../src/base/scrubber.js';
import { hideSecrets } from '../../../src/base/secret-shapes.js';

const letters = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7xC0';
const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';
const secrets: Readonly<Record<string, string>> = {
  OpenAI: `sk-proj-${letters}`,
  Anthropic: `sk-ant-api03-${letters}`,
  Google: `AIzaSy${letters}xyz`,
  fal: `${uuid}:0123456789abcdef0123456789abcdef`,
  Replicate: `r8_${letters}`,
  Stripe: `sk_live_${letters}`,
  AWS: 'AKIAIOSFODNN7EXAMPLE',
  GitHub: `ghp_${letters}`,
  'GitHub, fine-grained': `github_pat_${letters}`,
  Slack: 'xoxb-123456789012-abcdef',
  'Hugging Face': `hf_${letters}`,
  ElevenLabs: `sk_${letters}`,
  xAI: `xai-${letters}`,
  JWT: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
};

describe('a secret', () => {
  for (const [maker, secret] of Object.entries(secrets))
    it(`of ${maker} is hidden`, () => assert.equal(hideSecrets(`The key ${secret}, sent.`, '***'), 'The key ***, sent.'));

  it('is hidden behind its scheme and in addresses, which stay readable', () => {
    for (const [text, shown] of [
      ['Authorization: Bearer abcdefgh', 'Authorization: Bearer ***'],
      ['Authorization: Basic dXNlcjpwYXNz1Q==', 'Authorization: Basic ***'],
      ['Authorization: Key 1234-5678-abcd-efgh', 'Authorization: Key ***'],
      ['wss://a.example/v1?model=m&token=abc&n=1', 'wss://a.example/v1?model=m&token=***&n=1'],
      ['https://a.example/v.mp4?X-Amz-Signature=0aff', 'https://a.example/v.mp4?X-Amz-Signature=***'],
      ['https://a.example/?key=1 and', 'https://a.example/?key=*** and'],
      ['https://ann:pass@a.example/x', 'https://***@a.example/x'],
    ] as const)
      assert.equal(hideSecrets(text, '***'), shown);
  });

  it('is not what words, ids and addresses are made of', () => {
    for (const text of [
      'The key was refused. Basic training of a bearer of news.',
      `task_${uuid}`,
      'https://a.example/watch?v=1&keyword=sea',
      'mail ann@example.org or ask sk-8',
    ])
      assert.equal(hideSecrets(text, '***'), text);
  });

  it('is hidden by the name of its field', () => {
    const names = ['secret', 'Set-Cookie', 'authorization', 'api_key', 'apiKey', 'client_secret', 'password', 'x-api-key'];
    for (const name of names) assert.deepEqual(createScrubber().value({ a: [{ [name]: 'plain', id: 'i' }] }), { a: [{ id: 'i' }] });
  });

  it('costs no more than the text is long', () => {
    const parts = [
      'sk-',
      'eyJ-',
      'eyJ.',
      'bearer ',
      'basic a',
      'key a',
      '?key',
      '&token',
      'a://',
      'a.',
      `${uuid}-`,
      ' ',
      'a-',
      'AIza',
      'x',
    ];
    for (const part of parts) hideSecrets(part.repeat(1_000_000 / part.length), '***');
  });
});

describe('a known key', () => {
  const body = (text: string) => ({ id: 'task_k-1', data: { task_id: 'task', url: 'https://k/task/generate', task: 1 }, prompt: text });

  for (const key of ['k', 'task', 'generate', 'id', 'video-generator'])
    it(`like ${key} changes no id, address or field name`, () => {
      const shown = createKeyScrubber(key).value(body('a kitten tasks'));
      assert.deepEqual(shown, body('a kitten tasks'));
      assert.equal(createKeyScrubber(key).text(`bad key ${key}.`).includes(` ${key}.`), false);
    });

  it('that is like no word is taken out wherever it stands, in every writing', () => {
    const key = 'Zx9+Q/abc';
    const written = [key, encodeURIComponent(key), btoa(key).slice(0, 12), Buffer.from(key).toString('hex')];
    for (const one of written) {
      const shown = JSON.stringify(createKeyScrubber(key).value({ id: `a${one}b`, url: `https://a.example/${one}`, [one]: [one] }));
      assert.ok(!shown.includes(one), shown);
    }
  });
});

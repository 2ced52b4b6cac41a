// A hundred thousand bodies nobody promised: the reader never throws, and lets no unsafe address through.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import fc from 'fast-check';

import { errorOfReply, http, parseJson } from '../../../../src/core/http.js';
import type { VideoReading } from '../../../../src/core/providers/provider.js';
import { readVideoAnswer } from '../../../../src/core/wire/read-answer.js';
import { goodHosts, hostileAnswers, kinds, places } from './hostile-answers.js';

const base = 'https://api.example/gateway/v1/video/generations';
const goodLink = 'https://cdn.example/good.mp4';
const runs = 100_000;

/** Whatever was said, this holds; no part of it is taken from the code it holds to account. */
function requireSound(reading: VideoReading): void {
  for (const { url, expiresAt, ...output } of reading.outputs) {
    const { protocol, username, password, host, href } = new URL(url);
    assert.ok(protocol === 'https:' || protocol === 'http:', `${protocol} got through: ${url}`);
    assert.equal(username + password, '', `a login got through: ${url}`);
    assert.ok(goodHosts.has(host), `another host got through: ${url}`);
    assert.equal(href, url);
    for (const figure of [output.width, output.height, output.fps, output.duration, output.seed])
      assert.ok(figure === undefined || Number.isFinite(figure));
    assert.ok(expiresAt === undefined || !Number.isNaN(new Date(expiresAt).getTime()));
  }
  const { status, outputs, progress, taskId, statusWord, error } = reading;
  assert.ok(['processing', 'succeeded', 'failed', 'unknown'].includes(status));
  if (status === 'succeeded' || status === 'processing') assert.equal(error, undefined);
  if (status === 'failed') assert.notEqual(error, undefined);
  if (status !== 'succeeded') assert.equal(outputs.length, 0);
  assert.ok(progress === undefined || (progress >= 0 && progress <= 1), `progress ${progress}`);
  for (const text of [taskId, statusWord, error?.code, error?.message, error?.param]) assert.ok(text === undefined || text.length <= 1000);
}

describe('readVideoAnswer, whatever comes', () => {
  it(`never throws and lets no unsafe address through, ${runs} bodies over`, () => {
    const statuses = new Map<string, number>();
    const reached = new Map<string, number>();
    const count = (tally: Map<string, number>, name: string) => tally.set(name, (tally.get(name) ?? 0) + 1);
    fc.assert(
      fc.property(hostileAnswers, ({ text, link, kind, place, breakage }) => {
        const reading = readVideoAnswer(parseJson(text(link)), base);
        requireSound(reading);
        count(statuses, reading.status);
        count(statuses, reading.outputs.length > 0 ? 'with outputs' : 'without');
        count(reached, `breakage ${breakage}`);
        // Would the reader have looked there? Then a good link in its stead comes out.
        const { outputs } = readVideoAnswer(parseJson(text(goodLink)), base);
        if (!outputs.some(({ url }) => url === goodLink)) return;
        count(reached, `kind ${kind}`);
        count(reached, `place ${place}`);
      }),
      { numRuns: runs },
    );
    // A test that reaches nothing proves nothing.
    for (const [name, share] of Object.entries({
      processing: 0.1,
      succeeded: 0.3,
      failed: 0.1,
      unknown: 0.05,
      'with outputs': 0.2,
      without: 0.2,
    }))
      assert.ok((statuses.get(name) ?? 0) >= share * runs, `Only ${statuses.get(name)} of ${runs} are ${name}.`);
    for (const name of [...kinds.map((kind) => `kind ${kind}`), ...places.map((place) => `place ${place}`)])
      assert.ok((reached.get(name) ?? 0) >= runs / 200, `Only ${reached.get(name)} of ${runs} reach ${name}.`);
    for (const name of ['truncated', 'html', 'deep', 'deepError', 'deepList', 'prototype', 'inPrototype', 'twice', 'list', 'numbers'])
      assert.ok(
        (reached.get(`breakage ${name}`) ?? 0) >= runs / 200,
        `Only ${reached.get(`breakage ${name}`)} of ${runs} are broken by ${name}.`,
      );
  });

  it('is as safe from the bytes on, whatever type and status they come with', async () => {
    let refusals = 0;
    const types = fc.constantFrom('application/json', 'text/html', 'video/mp4', '', 'application/json; charset=utf-16');
    await fc.assert(
      fc.asyncProperty(hostileAnswers, types, fc.constantFrom(200, 202, 400, 404, 500), fc.boolean(), async (answer, type, status, bom) => {
        const text = `${bom ? '\uFEFF' : ''}${answer.text(answer.link)}`;
        const fetch = async () => new Response(text, { status, headers: { 'content-type': type } });
        const reply = await http(base, { fetch });
        requireSound(readVideoAnswer(reply.json, base));
        if (answer.breakage === 'none') assert.notEqual(reply.json, undefined);
        if (reply.ok) return;
        refusals += 1;
        const { code, message } = errorOfReply(reply);
        assert.ok(code !== '' && message !== '' && code.length <= 1000 && message.length <= 1000);
      }),
      { numRuns: 1000 },
    );
    assert.ok(refusals > 300);
  });
});

// Answers in memory: what a reader finds in one, and what leaves the gateway in its place.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { json } from '../../../src/server/answers/answers.js';
import { addHeaders, BufferedResponse, headerOf, isResponse, nativeOf, valueOf } from '../../../src/server/answers/buffered-response.js';
import { createGateway } from 'voxreel/server';

describe('an answer in memory', () => {
  it('is an instance of Response, and reads like one', async () => {
    const answer = json(201, { für: 1 }, { 'retry-after': '3' });
    assert.ok(answer instanceof Response && isResponse(answer));
    assert.deepEqual([answer.status, answer.ok, answer.headers.get('retry-after')], [201, true, '3']);
    assert.equal(await answer.clone().text(), '{"für":1}');
    assert.deepEqual(await answer.json(), { für: 1 });
    assert.equal(answer.bodyUsed, true);
    assert.deepEqual([...new Uint8Array(await new BufferedResponse(new Uint8Array([1, 2]), {}).arrayBuffer())], [1, 2]);
  });

  it('says what it holds and how long that is, whichever way it was given', async () => {
    for (const content of ['{"a":"ü"}', new TextEncoder().encode('{"a":"ü"}'), { json: { a: 'ü' } }]) {
      const answer = new BufferedResponse(content, {});
      assert.deepEqual(await valueOf(answer), { a: 'ü' });
      assert.equal(answer.byteLength, 10);
    }
    assert.deepEqual(await valueOf(new Response('{"a":1}')), { a: 1 });
    assert.equal(await valueOf(new BufferedResponse('no JSON', {})), undefined);
  });

  it('takes further headers, before and after somebody has looked at them', () => {
    const answer = json(200, {});
    addHeaders(answer, { vary: 'origin' });
    answer.headers.set('x-own', '1');
    addHeaders(answer, { vary: 'accept', 'x-request-id': 'a' });
    for (const one of [answer, nativeOf(answer)])
      assert.deepEqual(
        ['vary', 'x-own', 'x-request-id'].map((name) => headerOf(one, name)),
        ['accept', '1', 'a'],
      );
  });

  it("never leaves the gateway: the runtime's own does", async () => {
    const gateway = createGateway({
      upstream: { baseUrl: 'http://127.0.0.1:9', apiKey: 'a_standard_key' },
      authorize: () => null,
      origins: '*',
    });
    const relayed = await gateway.relay(new Request('http://gateway.test/nowhere'));
    for (const answer of [
      await gateway(new Request('http://gateway.test/v1/models')),
      await gateway.health(),
      await gateway.ready(),
      relayed,
    ])
      assert.equal(Object.getPrototypeOf(answer), Response.prototype);
  });
});

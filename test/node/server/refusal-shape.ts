// What every refusal of the gateway looks like, checked in one place.
import assert from 'node:assert/strict';

export interface Refused {
  readonly status: number;
  readonly code: string;
  /** Default: the empty text. */
  readonly param?: string;
}

/** The documents' error body and nothing else in it, and not a word of what is kept from pages. */
export function checkRefusal(status: number, text: string, expected: Refused, secrets: readonly string[]): void {
  const body = JSON.parse(text) as Record<string, unknown>;
  assert.deepEqual({ status, code: body['code'], param: body['param'] }, { param: '', ...expected }, text);
  assert.deepEqual(Object.keys(body).sort(), ['code', 'message', 'param', 'type'], 'the documented error body');
  assert.equal(body['type'], status >= 500 ? 'server_error' : 'invalid_request_error');
  assert.match(String(body['message']), /^.{5,300}\.$/s, 'a sentence for a reader');
  for (const secret of secrets) assert.ok(!text.includes(secret), `no word of ${secret.slice(0, 12)}`);
}

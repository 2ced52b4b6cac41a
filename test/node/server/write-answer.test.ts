import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';

import { writeAnswer, type Outgoing } from '../../../src/server/answers/write-answer.js';

/** A caller that reads a piece on command. */
class Caller extends EventEmitter implements Outgoing {
  destroyed = false;
  headersSent = false;
  status = 0;
  headers: Readonly<Record<string, string | string[]>> = {};
  readonly got: string[] = [];
  ended = false;
  isSlow = false;
  written = (): void => {};

  writeHead(status: number, headers: Record<string, string | string[]>): void {
    Object.assign(this, { status, headers, headersSent: true });
  }
  write(chunk: Uint8Array): boolean {
    this.got.push(new TextDecoder().decode(chunk));
    this.written();
    return !this.isSlow;
  }
  end(chunk?: Uint8Array | string): void {
    if (chunk !== undefined) this.got.push(typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk));
    this.ended = true;
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

/** So many pieces, one for each time that one is asked for; then its end, or a break. */
function pieces(count: number, isBroken = false): { readonly body: ReadableStream<Uint8Array>; asked: number } {
  const source = {
    asked: 0,
    body: new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          source.asked += 1;
          if (source.asked <= count) controller.enqueue(new TextEncoder().encode(String(source.asked)));
          else if (isBroken) controller.error(new Error('terminated'));
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    ),
  };
  return source;
}

describe('an answer written out', () => {
  it('says how long it is where it is of one piece', async () => {
    const caller = new Caller();
    await writeAnswer(new Response(pieces(1).body), caller);
    assert.deepEqual([caller.headers['content-length'], caller.got, caller.ended], ['1', ['1'], true]);
  });

  it('has its cookies one by one, and none where there are none', async () => {
    const [plain, baked] = [new Caller(), new Caller()];
    await writeAnswer(new Response('a'), plain);
    assert.ok(!('set-cookie' in plain.headers));
    const headers = new Headers([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    await writeAnswer(new Response('a', { headers }), baked);
    assert.deepEqual(baked.headers['set-cookie'], ['a=1', 'b=2']);
  });

  it('says how long it is where it has nothing to say, unless its status has no length', async () => {
    const lengthOf = async (response: Response) => {
      const caller = new Caller();
      await writeAnswer(response, caller);
      assert.deepEqual([caller.got, caller.ended], [[], true]);
      return caller.headers['content-length'];
    };
    assert.equal(await lengthOf(new Response(null)), '0');
    assert.equal(await lengthOf(new Response(pieces(0).body)), '0');
    for (const status of [204, 304]) assert.equal(await lengthOf(new Response(null, { status })), undefined);
    assert.equal(await lengthOf(new Response(null, { headers: { 'content-length': '7' } })), '7', 'as one to HEAD has it');
  });

  it('is not written to a caller that has left', async () => {
    for (const count of [0, 1, 5]) {
      const caller = new Caller();
      caller.destroyed = true;
      await writeAnswer(new Response(pieces(count).body), caller);
      assert.deepEqual([caller.headersSent, caller.got, caller.ended], [false, [], false], String(count));
    }
  });

  it('is a documented error where it breaks off before its first byte', async () => {
    const caller = new Caller();
    await writeAnswer(new Response(pieces(0, true).body, { headers: { 'content-type': 'video/webm' } }), caller);
    assert.equal(caller.status, 502);
    assert.equal((JSON.parse(caller.got.join('')) as { code: string }).code, 'upstream_closed');
  });

  it('is cut where it breaks off later', async () => {
    const caller = new Caller();
    await writeAnswer(new Response(pieces(5, true).body), caller);
    assert.deepEqual([caller.status, caller.destroyed, caller.ended], [200, true, false]);
  });

  it('waits for a slow caller, reads nothing ahead for it, and leaves no listener behind', async () => {
    const caller = new Caller();
    caller.isSlow = true;
    const source = pieces(50);
    let most = 0;
    caller.written = () => {
      most = Math.max(most, caller.listenerCount('close'));
      assert.ok(source.asked <= caller.got.length + 1, 'one piece at most is buffered');
      setImmediate(() => caller.emit('drain'));
    };
    await writeAnswer(new Response(source.body), caller);
    assert.equal(caller.got.length, 50);
    assert.ok(most <= 2, `${most} listeners`);
  });

  it('lets go of its source when the caller leaves', async () => {
    const caller = new Caller();
    caller.isSlow = true;
    const source = pieces(50);
    caller.written = () => setImmediate(() => caller.destroy());
    await writeAnswer(new Response(source.body), caller);
    assert.deepEqual([caller.got.length, source.asked <= 3], [1, true]);
  });
});

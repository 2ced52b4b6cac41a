// The body of a request as Node has it: whole, broken off, or left unread.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, it } from 'node:test';

import { incomingPieces } from '../../../src/server/node/incoming-pieces.js';

const request = (): IncomingMessage => new IncomingMessage(new Socket());
const brokeOff = { message: 'The body broke off.' };

describe('the body of a request', () => {
  it('is given piece by piece, to its end', async () => {
    const incoming = request();
    const pieces: string[] = [];
    const ended = incomingPieces(incoming).each((piece) => pieces.push(String(piece)) > 0);
    for (const piece of ['one', 'two', null]) incoming.push(piece);
    await ended;
    assert.deepEqual(pieces, ['one', 'two']);
  });

  it('is refused where it breaks off, while it is read and before', async () => {
    const incoming = request();
    const reading = incomingPieces(incoming).each(() => true);
    incoming.push('one');
    incoming.destroy();
    await assert.rejects(reading, brokeOff);

    const left = request();
    left.destroy();
    await once(left, 'close');
    await assert.rejects(
      incomingPieces(left).each(() => true),
      brokeOff,
    );
  });

  it('is read no further once one has enough of it', async () => {
    const incoming = request();
    const pieces: string[] = [];
    const ended = incomingPieces(incoming).each((piece) => pieces.push(String(piece)) < 2);
    for (const piece of ['one', 'two', 'three']) incoming.push(piece);
    await ended;
    assert.deepEqual(pieces, ['one', 'two']);
  });
});

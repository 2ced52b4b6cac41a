// The body of a request as Node has it, for the limits that count it while it comes.
import type { IncomingMessage } from 'node:http';

import type { BodyPieces } from '../requests/body-pieces.js';

/** What is left unread is discarded when the request has been answered. */
export function incomingPieces(incoming: IncomingMessage): BodyPieces {
  let stop = (): void => {};
  return {
    stop: () => stop(),
    // An answer can still be given to a request that is not read to its end.
    pieces: () => incoming.iterator({ destroyOnReturn: false }),
    each: (take) =>
      new Promise((resolve, reject) => {
        const settle = (end: () => void): void => {
          incoming.off('data', onData).off('end', onEnd).off('error', onClose).off('close', onClose);
          // An error that comes later, as that of a client that leaves, is of no interest.
          incoming.on('error', () => {});
          end();
        };
        const onEnd = (): void => settle(resolve);
        const onClose = (): void => settle(() => reject(new Error('The body broke off.')));
        const onData = (piece: Buffer): void => {
          if (!take(piece)) stop();
        };
        stop = () => {
          incoming.pause();
          settle(resolve);
        };
        if (incoming.readableEnded) return onEnd();
        if (incoming.destroyed) return onClose();
        incoming.on('data', onData).once('end', onEnd).once('error', onClose).once('close', onClose);
      }),
  };
}

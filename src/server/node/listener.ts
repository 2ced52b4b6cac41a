// A gateway, and the pages beside it, as a listener for the requests of a Node server.
import type { IncomingMessage, ServerResponse } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

import { refuse } from '../answers/answers.js';
import { writeAnswer } from '../answers/write-answer.js';
import { behind } from '../door.js';
import type { Gateway } from '../gateway.js';
import { isHealthPath } from '../health.js';
import { noteBody } from '../requests/body-pieces.js';
import { notePeer } from '../requests/peer-address.js';
import { isPlainPath, rawPath } from '../requests/plain-path.js';
import { incomingPieces } from './incoming-pieces.js';
import type { Work } from './work.js';

/** Answers what the gateway does not: the pages of a site. */
export type Pages = (request: Request) => Response | Promise<Response>;
export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

export const draining = (): Response => refuse(503, 'draining', 'This gateway is going away. Ask again.', '', { 'retry-after': '1' });

/** Whether `pages` answers a path, where there are pages. */
export const isOurs = (path: string): boolean => /^\/(?:v1\/|health$|ready$|metrics$)/.test(path);
export const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

export function createListener(gateway: Gateway, work: Work, pages?: Pages): Listener {
  const ask = behind(gateway);
  const answer = async (request: Request, target: string): Promise<Response> => {
    if (pages !== undefined && !isOurs(new URL(request.url).pathname)) return pages(request);
    // As it was written: a path that had to be normalized first is not a path of the documents.
    return isPlainPath(rawPath(target)) ? ask(request) : refuse(404, 'not_found', 'There is nothing at this path.', 'path');
  };
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      notePeer(request, incoming.socket.remoteAddress);
      noteBody(request, incomingPieces(incoming as IncomingMessage));
      const response =
        work.draining && !isHealthPath(new URL(request.url).pathname) ? draining() : await answer(request, incoming.url ?? '');
      // The client learns with the answer to send its next request elsewhere.
      if (work.draining) outgoing.setHeader('connection', 'close');
      await writeAnswer(response, outgoing);
      return RESPONSE_ALREADY_SENT;
    },
    {
      overrideGlobalObjects: false,
      errorHandler: () => refuse(400, 'invalid_request', 'The request is not valid HTTP.'),
    },
  );
  return (incoming, outgoing) => void listener(incoming, outgoing);
}

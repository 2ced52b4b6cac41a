// Whether an upgrade is the opening of a WebSocket as RFC 6455 has it.
import { refuse } from '../answers/answers.js';

const token = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;

/** What must be said before anybody is asked, or undefined. */
export function handshakeRefusal(method: string, headers: Headers): Response | undefined {
  const upgrade = (headers.get('upgrade') ?? '').toLowerCase();
  if (upgrade !== 'websocket')
    return refuse(426, 'upgrade_not_allowed', 'Nothing but a WebSocket is opened here.', 'Upgrade', { upgrade: 'websocket' });
  if (method !== 'GET') return refuse(405, 'method_not_allowed', 'A WebSocket is opened with GET.');
  if (headers.get('sec-websocket-version') !== '13')
    return refuse(426, 'version_not_allowed', 'The version must be 13.', 'Sec-WebSocket-Version', { 'sec-websocket-version': '13' });
  if (!/^[+/\dA-Za-z]{22}==$/.test(headers.get('sec-websocket-key') ?? ''))
    return refuse(400, 'invalid_handshake', 'The key must be 16 bytes in base64.', 'Sec-WebSocket-Key');
  if (headers.has('content-length') || headers.has('transfer-encoding'))
    return refuse(400, 'invalid_handshake', 'A handshake has no body.');
  return undefined;
}

/** The subprotocols offered, or undefined where the list is none: a word that is no token, or one twice. */
export function offeredSubprotocols(headers: Headers): readonly string[] | undefined {
  const words = (headers.get('sec-websocket-protocol') ?? '').split(',').map((word) => word.trim());
  return words.every((word) => token.test(word)) && new Set(words).size === words.length ? words : undefined;
}

// The dialect of the service documents: their words are ours, so only names and irregular types need work.
import { paths, realtimeSubprotocol, vendorNames } from '../../protocol/names.js';
import { parseEvent, toServerEvent } from '../wire/decode-event.js';
import { tokenOfClientSecret } from '../wire/client-secret.js';
import { defineDialect, type ClientEvent } from './dialect.js';
import { ownDialect } from '../wire/own-dialects.js';

const notConfig: ReadonlySet<string> = new Set(['type', 'event_id', 'timestamp', 'session']);

/** Flat or nested is not shown: nested is sent, and an update written flat is nested. */
function nestSession(event: Extract<ClientEvent, { type: 'session.update' }>): object {
  const flat = Object.fromEntries(Object.entries(event).filter(([key]) => !notConfig.has(key)));
  const { type, event_id, timestamp } = event;
  return { type, event_id, timestamp, session: { ...flat, ...event.session } };
}

/** The dialect of the service documents: events pass as they are. */
export const vendor = defineDialect({
  id: 'vendor',
  transcription: {},
  names(word) {
    const names = vendorNames(word);
    return {
      tokenPath: paths.realtimeSessions,
      sdpPath: paths.realtime,
      websocketPath: paths.realtime,
      dataChannel: names.dataChannel,
      headers: (token) => ({ Authorization: `Bearer ${token}`, [names.betaHeader]: names.betaHeaderValue }),
      subprotocols: (token) => [realtimeSubprotocol, names.apiKeySubprotocol(token), names.betaSubprotocol],
      tokenBody: ({ model, voice }) => ({ model, voice }),
      tokenFrom: tokenOfClientSecret,
    };
  },
  encode: (event) => (event.type === 'session.update' ? nestSession(event) : event),
  decode: (wireText) => toServerEvent(parseEvent(wireText, 'response.audio.delta')),
});

ownDialect(vendor);

// The dialect the documents were made after: a few fields have other names and narrower ranges.
import { paths } from '../../protocol/names.js';
import { defineDialect } from './dialect.js';
import {
  betaHeader,
  betaSubprotocol,
  createdItem,
  dataChannel,
  keySubprotocols,
  onTrack,
  plainResponse,
  sessionOfUpdate,
  sharedServerChanges,
} from './openai-words.js';
import { tokenOfClientSecret } from '../wire/client-secret.js';
import { inTurn, inside, renamed, speak, type Change } from '../wire/wire-table.js';
import { ownDialect } from '../wire/own-dialects.js';

/** Narrower than the documents' 0 to 2: the nearest value that is allowed. */
const temperature: Change = (config) => {
  const value = config['temperature'];
  return typeof value === 'number' ? { ...config, temperature: Math.min(1.2, Math.max(0.6, value)) } : config;
};

/** Sound never comes without its words here. */
const modalities: Change = (config) => {
  const value = config['modalities'];
  return Array.isArray(value) && value.includes('audio') ? { ...config, modalities: ['text', 'audio'] } : config;
};

const config = inTurn(renamed('max_output_tokens', 'max_response_output_tokens'), temperature, modalities);
const plainConfig = renamed('max_response_output_tokens', 'max_output_tokens');

const words = speak({
  audioDelta: 'response.audio.delta',
  types: {},
  server: {
    ...sharedServerChanges,
    'session.created': inside('session', plainConfig),
    'session.updated': inside('session', plainConfig),
    'response.created': inside('response', inTurn(plainConfig, plainResponse)),
    'response.done': inside('response', inTurn(plainConfig, plainResponse)),
  },
  client: {
    'session.update': (event) => ({ type: event['type'], event_id: event['event_id'], session: config(sessionOfUpdate(event)) }),
    'conversation.item.create': inside('item', createdItem('')),
    'response.create': inside('response', config),
  },
  onTrack,
});

/** The dialect of OpenAI's beta interface. */
export const openaiBeta = defineDialect({
  id: 'openai-beta',
  names: () => ({
    tokenPath: paths.realtimeSessions,
    sdpPath: paths.realtime,
    websocketPath: paths.realtime,
    dataChannel,
    headers: (token) => ({ Authorization: `Bearer ${token}`, ...betaHeader }),
    subprotocols: (token) => [...keySubprotocols(token), betaSubprotocol],
    tokenBody: ({ model, voice }) => ({ model, voice }),
    tokenFrom: tokenOfClientSecret,
  }),
  ...words,
  serverTruncates: (audio) => audio === 'track',
});

ownDialect(openaiBeta);

// Gemini Live for a page that connects to Google itself, with a token that its site has minted. The codec is the one the gateway's relay uses.
import { paths } from '../../protocol/names.js';
import { geminiLive as open } from '../../services/gemini-live.js';
import { geminiPictures as images } from '../../services/gemini-words.js';
import { geminiAddress } from '../../services/gemini-address.js';
import { tokenOfClientSecret } from '../wire/client-secret.js';
import { defineDialect } from './dialect.js';

/** The dialect of Gemini Live, for a page that connects to Google itself. */
export const geminiLive = defineDialect({
  id: 'gemini-live',
  transcription: {},
  transports: ['websocket'],
  names: () => ({
    tokenPath: paths.realtimeSessions,
    sdpPath: paths.realtime,
    websocketPath: paths.realtime,
    dataChannel: 'gemini-events',
    address: ({ baseUrl, token }) => geminiAddress(baseUrl, token),
    headers: () => ({}),
    subprotocols: () => [],
    tokenBody: ({ model }) => ({ model, direct: true }),
    tokenFrom: tokenOfClientSecret,
  }),
  images,
  open,
});

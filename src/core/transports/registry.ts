// The transports known by id.
import { createRegistry } from '../registry.js';
import type { Transport } from './transport.js';
import { webrtc } from './webrtc.js';
import { websocket } from './websocket.js';

export const transports = createRegistry<Transport>([webrtc, websocket]);

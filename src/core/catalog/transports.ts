// The transports known by id.
import { createRegistry } from './registry.js';
import type { Transport } from '../transports/transport.js';
import { webrtc } from '../transports/webrtc.js';
import { websocket } from '../transports/websocket.js';

/** The registry of realtime transports: `webrtc`, `websocket` and your own. */
export const transports = createRegistry<Transport>([webrtc, websocket]);

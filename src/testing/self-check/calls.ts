// Whether the gateway answers, and whether a call opens over WebSocket and over WebRTC. No call asks for an answer: none costs more than a token.
import { isVoxreelError } from '../../core/errors.js';
import { http, joinUrl } from '../../core/http.js';
import { createRealtimeSession } from '../../core/realtime/session/realtime-session.js';
import { codeOf, limited, missing, works, type Finding, type Probe, type ProbeContext } from './probe.js';

const since = (startedAt: number): string => `${Math.round(performance.now() - startedAt)} ms`;

export const gateway: Probe = {
  id: 'gateway',
  title: 'Gateway',
  otherwise: 'The gateway could not be reached: neither videos nor calls work.',
  timeoutMs: 10_000,
  async run({ baseUrl, signal }) {
    const startedAt = performance.now();
    const { status } = await http(joinUrl(baseUrl, '/v1/models'), { signal });
    const facts = `${status} after ${since(startedAt)}`;
    if (status === 401 || status === 403) return limited('Visitors have to sign in first.', facts);
    if (status === 429) return limited('There were too many requests from here. It works again shortly.', facts);
    if (status >= 500) return missing('The gateway does not work at the moment: neither videos nor calls can be started.', facts);
    return works('The gateway answers.', facts);
  },
};

export const webSocket: Probe = {
  id: 'websocket',
  title: 'Calls over WebSocket',
  otherwise: 'Calls cannot use WebSocket: a firewall, a proxy or an extension may block it. They still work where WebRTC does.',
  timeoutMs: 20_000,
  run: (context) => openCall('websocket', context, 'Calls work over WebSocket, also behind most firewalls.'),
};

export const webRtc: Probe = {
  id: 'webrtc',
  title: 'Calls over WebRTC',
  otherwise:
    'Calls cannot use WebRTC: this browser or the network refuses it. They still work where WebSocket does, with a little more delay.',
  timeoutMs: 20_000,
  run: (context) => openCall('webrtc', context, 'Calls work over WebRTC, with the least delay.'),
};

/** Refusals by the gateway say nothing about the path to it. */
const refusals: Readonly<Record<string, string>> = {
  unauthorized: 'Not tried: visitors have to sign in first.',
  forbidden: 'Not tried: this visitor may not start calls.',
  rate_limited: 'Not tried: there were too many requests from here. It works again shortly.',
};

async function openCall(transport: string, { baseUrl, model, signal }: ProbeContext, meaning: string): Promise<Finding> {
  if (model === undefined) return limited('Not tried: the gateway offers no voice model.');
  const session = createRealtimeSession({
    baseUrl,
    model,
    transports: [transport],
    dialect: 'offered',
    modalities: ['text'],
    reconnect: false,
  });
  const startedAt = performance.now();
  try {
    await session.connect({ signal });
    return works(meaning, `open after ${since(startedAt)}`);
  } catch (cause) {
    const refusal = isVoxreelError(cause) ? refusals[cause.code] : undefined;
    if (refusal === undefined) throw cause;
    return limited(refusal, codeOf(cause));
  } finally {
    session.close();
  }
}

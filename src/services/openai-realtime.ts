// OpenAI's Realtime API (GA), as its maker and Azure serve it: tokens, calls over WebRTC, and the relay. A page speaks this wire by the dialect `openai-ga`.
// Facts: `openai` 7.59.0 (`realtime.clientSecrets`, `realtime.calls`, `OpenAIRealtimeWS`).
import { VoxreelError } from '../base/errors.js';
import { ask, askJson, errorOf, numberAt, textAt } from './ask.js';
import { gaSession } from './ga-session.js';
import { socketAddress } from './replies.js';
import type { Outside, RealtimeRequest, ServiceRealtime } from './service.js';

/** `base` ends before `/realtime`. */
export function openaiRealtime(base: string, headers: Readonly<Record<string, string>>): ServiceRealtime {
  async function mint(asked: RealtimeRequest, outside: Outside) {
    const body = await askJson(outside, `${base}/realtime/client_secrets`, { headers, json: { session: gaSession(asked) } });
    const value = textAt(body, 'value');
    if (value === undefined) throw new VoxreelError('bad_response', 'The service answered without a token.');
    return { value, expiresAt: numberAt(body, 'expires_at') };
  }

  return {
    dialect: 'openai-ga',
    mint,
    // The token carries the model and the site's settings.
    async exchange(offer, asked, outside) {
      const { value } = await mint(asked, outside);
      const call = { authorization: `Bearer ${value}`, 'content-type': 'application/sdp', accept: 'application/sdp' };
      const answer = await ask(outside, `${base}/realtime/calls`, { headers: call, body: offer });
      if (!answer.ok) throw errorOf(answer);
      if (!answer.text.startsWith('v=0')) throw new VoxreelError('bad_response', 'The service answered without a session description.');
      return answer.text;
    },
    socket: ({ model }) => ({ url: socketAddress(base, '/realtime', { model }), headers }),
  };
}

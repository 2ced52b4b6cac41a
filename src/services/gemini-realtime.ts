// Gemini Live as a service: where its socket is, and tokens for pages that connect to it themselves.
import { VoxreelError } from '../base/errors.js';
import type { SessionConfig } from '../protocol/session.js';
import { askJson, textAt } from './ask.js';
import { geminiPath, tokenVersion } from './gemini-address.js';
import { geminiLive } from './gemini-live.js';
import { geminiSetup } from './gemini-words.js';
import type { ServiceRealtime } from './service.js';

/** Within which a token opens its one connection. */
const newSessionMs = 60_000;

/** What a token fixes: the model, and each field that the site or the page has set. The rest is the page's. */
export function tokenBody(model: string, session: SessionConfig, now: number): object {
  const { realtimeInputConfig, generationConfig, ...setup } = geminiSetup({ model, session });
  const generation = Object.entries(Object(generationConfig) as object);
  const fixed = {
    ...setup,
    ...(generation.length === 0 ? {} : { generationConfig }),
    ...(realtimeInputConfig === undefined ? {} : { realtimeInputConfig }),
  };
  const mask = [
    ...Object.keys(fixed).filter((name) => name !== 'generationConfig'),
    ...generation.map(([name]) => `generationConfig.${name}`),
  ];
  return {
    uses: 1,
    newSessionExpireTime: new Date(now + newSessionMs).toISOString(),
    bidiGenerateContentSetup: fixed,
    fieldMask: mask.join(','),
  };
}

export const geminiRealtime = ({ origin, apiKey }: { readonly origin: string; readonly apiKey: string }): ServiceRealtime => ({
  open: geminiLive,
  socket: () => ({
    url: `${origin.replace(/^http/, 'ws')}${geminiPath}.v1beta.GenerativeService.BidiGenerateContent?key=${encodeURIComponent(apiKey)}`,
  }),
  async mint({ model, session }, outside) {
    const now = Date.now();
    const json = tokenBody(model, session, now);
    const value = textAt(
      await askJson(outside, `${origin}/${tokenVersion}/auth_tokens`, { headers: { 'x-goog-api-key': apiKey }, json }),
      'name',
    );
    if (value === undefined) throw new VoxreelError('bad_response', 'The answer holds no token.');
    return { value, expiresAt: Math.floor((now + newSessionMs) / 1000) };
  },
});

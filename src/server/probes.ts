// What monitors ask, without a login: `GET /health`, `GET /ready` and `GET /metrics`.
import { BufferedResponse } from './answers/buffered-response.js';
import type { GatewaySettings } from './gateway-options.js';
import { alive, probePaths, type Readiness } from './health.js';
import { inTime } from './in-time.js';
import { peerAddress } from './requests/peer-address.js';
import { createProbeRate } from './state/rate.js';
import type { Metrics } from './watch/metrics.js';

/** The answer to a monitor; undefined for all else, and where the site keeps its metrics to itself. */
export type Probes = (request: Request, url: URL) => Promise<Response | undefined>;

export function createProbes(settings: GatewaySettings, readiness: Readiness, metrics: Metrics): Probes {
  const { limits, address = peerAddress } = settings;
  const rate = createProbeRate(limits);
  return async (request, { pathname }) => {
    if (request.method !== 'GET' || !probePaths.includes(pathname)) return undefined;
    const tooOften = await rate(address(request));
    if (tooOften !== undefined) return tooOften;
    if (pathname === '/health') return alive();
    if (pathname === '/ready') return readiness.answer();
    const mayRead = await inTime('metrics', settings.metrics?.(request), limits.timeoutMs);
    return mayRead === true ? metricsAnswer(metrics) : undefined;
  };
}

function metricsAnswer(metrics: Metrics): Response {
  return new BufferedResponse(metrics.text(), {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
  });
}

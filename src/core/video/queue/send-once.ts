// Sends a request for a video once, and knows when it did not leave: then nothing was paid for, and nobody needs to be in doubt.
import { VoxreelError, isVoxreelError } from '../../errors.js';
import { http, joinUrl } from '../../http.js';
import { pageUrl } from '../../page-url.js';
import type { QueueService } from './video-queue.js';
import type { ServicePower } from './queue-service.js';
import type { CreateRequest, Created, ServiceClient } from './service-client.js';

export interface SenderOptions {
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly create: ServiceClient['create'];
  /** Undefined before anything was asked of it. */
  readonly service: () => (ServicePower & QueueService) | undefined;
}

/** A request that must not cost anything. */
const freePath = '/v1/models';
const timeoutMs = 5000;

const notSent = (cause?: unknown): Created => ({
  outcome: 'refused',
  error: new VoxreelError('network', 'The service could not be reached: nothing was sent.', { retryable: true, cause }),
});

/** Never throws. */
export function createSender({ baseUrl, fetch, create, service }: SenderOptions): ServiceClient['create'] {
  /** The service can be read, but not with these headers: the browser asked it first, was refused, and sent nothing. */
  const isPreflightRefused = async ({ headers }: CreateRequest): Promise<boolean> => {
    const { href, origin } = pageUrl(joinUrl(baseUrl, freePath));
    if (typeof location === 'undefined' || origin === location.origin) return false;
    const asked = (sent?: Record<string, string>) => http(href, { headers: sent ?? {}, timeoutMs, fetch });
    await asked();
    return asked(headers).then(() => false, isNetwork);
  };
  return async (request) => {
    const isOurs = request.provider.service === undefined;
    if (isOurs && (await service()?.isUnreachable()) === true) return notSent();
    const created = await create(request);
    if (!isOurs || created.outcome !== 'unknown' || !isNetwork(created.error.cause)) return created;
    return (await isPreflightRefused(request).catch(() => false)) ? notSent(created.error) : created;
  };
}

const isNetwork = (cause: unknown): boolean => isVoxreelError(cause) && cause.code === 'network';

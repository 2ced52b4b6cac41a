// What the service behind a queue says of itself, and files brought to it. Loaded with the first question.
import { createServiceModels } from '../../catalog/service-models.js';
import { chooseProvider } from '../../catalog/choose-provider.js';
import { isOffered, offeredProvider, type OfferedProvider } from '../../catalog/offered-provider.js';
import type { EncodedImage } from '../../drafts/image-file.js';
import { http, joinUrl } from '../../http.js';
import { isRecord } from '../../../base/is-record.js';
import { pageUrl } from '../../page-url.js';
import { createUploads, type UploadOptions } from '../files/uploads.js';
import { pageHeaders } from './page-headers.js';
import type { QueueService, SpendStatus, VideoQueueOptions } from './video-queue.js';

export interface ServicePower extends QueueService {
  /** Its video models as providers; none before the page has asked for the list. Never rejects. */
  providers(): Promise<readonly OfferedProvider[]>;
  /** The one that a task was sent with. Never rejects. */
  provider(id: string): Promise<OfferedProvider | undefined>;
  /** Those that are known now: asks nothing. */
  knownProviders(): readonly OfferedProvider[];
  /** As `upload`, to the service of a provider that was chosen. */
  place(picture: string | Blob, provider: OfferedProvider, model: string, options: UploadOptions): Promise<EncodedImage | undefined>;
  /** As of `ServiceModels`; false before the list was asked for. */
  isUnreachable(): Promise<boolean>;
  /** The service refused a login, a model or a file: what was known of it may be out of date. */
  refused(error: { readonly code: string; readonly status?: number | undefined }): void;
}

const limitsPath = '/v1/limits';

export function createQueueService({ baseUrl, headers: given, user, fetch }: VideoQueueOptions): ServicePower {
  const headers = pageHeaders(given);
  const models = createServiceModels({ baseUrl, headers, user, fetch });
  const uploads = createUploads({ baseUrl, headers, fetch });
  const providersOf = (list: Awaited<ReturnType<typeof models.list>>) => list.filter(({ kind }) => kind === 'video').map(offeredProvider);
  /** Once it has said that it counts no money. */
  let countsNothing = false;

  /** The page builds on the list. */
  let isWanted = false;
  const list = () => {
    isWanted = true;
    return models.list();
  };

  const power: ServicePower = {
    models: list,
    providers: async () => (isWanted ? providersOf(await models.list()) : []),
    provider: async (wanted) => providersOf(await models.list()).find(({ id }) => id === wanted),
    knownProviders: () => providersOf(models.known),
    async limits() {
      if (countsNothing) return undefined;
      try {
        const reply = await http(pageUrl(joinUrl(baseUrl, limitsPath)).href, { headers: await headers(), fetch });
        countsNothing = reply.status === 204 || reply.status === 404;
        return reply.ok ? spendIn(reply.json) : undefined;
      } catch {
        return undefined;
      }
    },
    async upload(file, { model, ...options }) {
      const provider = chooseProvider(model, providersOf(await list()));
      if (provider === undefined || !isOffered(provider)) return false;
      return (await power.place(file, provider, model, options)) !== undefined;
    },
    async place(picture, { offered, limits }, model, options) {
      if (offered.uploads !== true || limits?.images === undefined) return undefined;
      const place = `${offered.service} ${JSON.stringify(limits.images)}`;
      return uploads.upload(picture, { model, place, limits: limits.images }, options);
    },
    isUnreachable: models.isUnreachable,
    refused({ code, status }) {
      if (status === 401 || status === 403 || code === 'model_not_found') models.forget();
      if (code === 'file_not_exist') uploads.forget();
    },
  };
  return power;
}

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

function spendIn(body: unknown): SpendStatus | undefined {
  if (!isRecord(body)) return undefined;
  const { unit, limit, spent, resets_at: resetsAt, total } = body;
  if (typeof unit !== 'string' || !isAmount(spent) || !isAmount(resetsAt) || !(limit === null || isAmount(limit))) return undefined;
  const all = isRecord(total) && isAmount(total['limit']) && isAmount(total['spent']) ? total : undefined;
  // What the whole site may spend ends a request as well.
  const left = [limit === null ? Infinity : limit - spent, all === undefined ? Infinity : Number(all['limit']) - Number(all['spent'])];
  const least = Math.max(0, Math.min(...left));
  return { unit, limit: limit ?? undefined, spent, left: least === Infinity ? undefined : least, resetsAt: resetsAt * 1000 };
}

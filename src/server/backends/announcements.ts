// Ends of tasks that makers announce: the address they call, and what they said, kept until the page asks.
import type { ServiceTask } from '../../services/service.js';
import type { GatewaySettings, GatewayUser } from '../gateway-options.js';
import { isFields, parsed } from '../requests/fields.js';
import type { Sealer } from '../sealed.js';

export interface Announcements {
  /** Undefined where the site has no public address. */
  addressFor(serviceId: string, user: GatewayUser): Promise<string | undefined>;
  /** Whose task an address is about, and whose service calls it; undefined for one that was not given out here. */
  opened(id: string): Promise<{ readonly serviceId: string; readonly userId: string } | undefined>;
  /** What was said of a task, as long as that is new. Never rejects: without a state the maker is asked. */
  latest(serviceId: string, taskId: string): Promise<ServiceTask | undefined>;
  /** Never rejects. */
  keep(serviceId: string, taskId: string, reading: ServiceTask): Promise<void>;
  /** Never rejects. */
  forget(serviceId: string, taskId: string): Promise<void>;
}

/** A maker that announces ends is asked no more often: an announcement may get lost. */
const pauseMs = 30_000;
/** Later the links in it may have died. */
const endedMs = 900_000;

export const hooksPath = '/v1/hooks';

export function createAnnouncements(
  { publicUrl, state }: Pick<GatewaySettings, 'publicUrl' | 'state'>,
  sealer: Sealer | undefined,
): Announcements {
  const isOn = publicUrl !== undefined && sealer !== undefined;
  const name = (serviceId: string, taskId: string): string => `reading:${serviceId}:${taskId}`;
  return {
    async addressFor(serviceId, { id }) {
      if (!isOn) return undefined;
      return `${publicUrl.replace(/\/+$/, '')}${hooksPath}/${await sealer.seal('hook', '', [serviceId, id, crypto.randomUUID()])}`;
    },
    async opened(id) {
      const [serviceId, userId] = (await sealer?.open('hook', '', id)) ?? [];
      return serviceId === undefined || userId === undefined ? undefined : { serviceId, userId };
    },
    async latest(serviceId, taskId) {
      if (!isOn) return undefined;
      const kept = parsed((await state.get(name(serviceId, taskId)).catch(() => undefined)) ?? '');
      return isFields(kept) ? (kept as unknown as ServiceTask) : undefined;
    },
    async keep(serviceId, taskId, reading) {
      const hasEnded = reading.status === 'succeeded' || reading.status === 'failed';
      if (isOn) await state.put(name(serviceId, taskId), JSON.stringify(reading), hasEnded ? endedMs : pauseMs).catch(() => {});
    },
    async forget(serviceId, taskId) {
      if (isOn) await state.remove(name(serviceId, taskId)).catch(() => {});
    },
  };
}

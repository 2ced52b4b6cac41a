// Which backend makes a video, by its model.
import { globFit } from '../../base/glob.js';
import type { Service, ServiceModel } from '../../services/service.js';
import type { UpstreamClient } from '../upstream-client.js';
import type { VideoBackend } from './backend.js';
import { createServiceBackend, type ServiceSetup } from './service-backend.js';
import { createUpstreamBackend } from './upstream-backend.js';

export interface Backends {
  /** Those that offer a model, the best first: exact names before globs, longer prefixes before shorter ones. The rest is the upstream's. */
  offering(model: string): readonly VideoBackend[];
  byId(id: string): VideoBackend | undefined;
}

export function createBackends(services: readonly Service[], upstream: UpstreamClient | undefined, setup: ServiceSetup): Backends {
  const offers = services.flatMap((service) => {
    const { video, models } = service;
    return video === undefined ? [] : [{ models, backend: createServiceBackend(service, video, setup) }];
  });
  const rest = upstream === undefined ? [] : [createUpstreamBackend(upstream, setup.digest)];
  const byId = new Map([...offers.map(({ backend }) => backend), ...rest].map((backend) => [backend.id, backend]));
  return {
    offering(model) {
      const fitting = offers
        .map(({ models, backend }) => ({ backend, fit: fitOf(models, 'video', model) }))
        .filter(({ fit }) => fit >= 0)
        .toSorted((one, other) => (one.fit === other.fit ? 0 : other.fit > one.fit ? 1 : -1));
      return fitting.length > 0 ? fitting.map(({ backend }) => backend) : rest;
    },
    byId: (id) => byId.get(id),
  };
}

/** How closely a service's models fit a name; -1 for not at all. */
export const fitOf = (models: readonly ServiceModel[], kind: ServiceModel['kind'], name: string): number =>
  Math.max(-1, ...models.map((one) => (one.kind === kind ? globFit(one.model, name) : -1)));

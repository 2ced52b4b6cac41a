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
      const fitting = offeringBest(offers, 'video', model);
      return fitting.length > 0 ? fitting : rest;
    },
    byId: (id) => byId.get(id),
  };
}

export interface Offer<Backend> {
  readonly models: readonly ServiceModel[];
  readonly backend: Backend;
}

/** Those that offer a model, the best first; of two that fit alike, the first. */
export function offeringBest<Backend>(offers: readonly Offer<Backend>[], kind: ServiceModel['kind'], model: string): readonly Backend[] {
  const fitting = offers.map(({ models, backend }) => ({ backend, fit: fitOf(models, kind, model) })).filter(({ fit }) => fit >= 0);
  // Two exact names are both endless, and their difference is no number, which counts as none.
  return fitting.toSorted((one, other) => other.fit - one.fit).map(({ backend }) => backend);
}

/** How closely a service's models fit a name; -1 for not at all. */
const fitOf = (models: readonly ServiceModel[], kind: ServiceModel['kind'], name: string): number =>
  Math.max(-1, ...models.map((one) => (one.kind === kind ? globFit(one.model, name) : -1)));

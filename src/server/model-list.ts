// `GET /v1/models`: what a page may choose from, so that it needs no plugin to draw the form.
import { globMatches } from '../base/glob.js';
import type { Service, ServiceModel } from '../services/service.js';
import { json } from './answers/answers.js';
import type { GatewaySettings } from './gateway-options.js';
import { exactly, type Route } from './route.js';

export const modelsPath = '/v1/models';

/** One entry of the list. */
export interface ListedModel extends Omit<ServiceModel, 'model' | 'cancels'> {
  /** A name or a glob. */
  readonly id: string;
  readonly object: 'model';
  readonly service: string;
  /** A task can be cancelled: `DELETE /v1/video/generations/{task_id}`. */
  readonly cancels?: boolean | undefined;
  /** Files can be brought there before: `POST /v1/files?model=`. */
  readonly uploads?: boolean | undefined;
  /** What a page must speak with it, where that is not the documents' own events. */
  readonly dialect?: string | undefined;
}

export function modelRoutes({ services = [], models }: Pick<GatewaySettings, 'services' | 'models'>): readonly Route[] {
  const data = services.flatMap((service) => service.models.flatMap((model) => listed(service, model, models)));
  return [{ method: 'GET', path: exactly(modelsPath), answer: async () => json(200, { object: 'list', data: onceEach(data) }) }];
}

function listed(
  { id: service, video, realtime }: Service,
  { model, cancels, ...said }: ServiceModel,
  allowed: readonly string[] | undefined,
): readonly ListedModel[] {
  const powers =
    said.kind === 'video'
      ? {
          cancels: video?.cancel === undefined || cancels === false ? undefined : true,
          uploads: video?.upload === undefined ? undefined : true,
        }
      : { dialect: realtime?.open === undefined ? realtime?.dialect : undefined };
  return namesWithin(model, allowed).map((id) => ({ id, object: 'model', ...said, service, ...powers }));
}

/** What is left of a name or glob where the site allows some models only: the narrower of the two. */
function namesWithin(model: string, allowed: readonly string[] | undefined): readonly string[] {
  if (allowed === undefined || allowed.some((glob) => globMatches(glob, model))) return [model];
  return allowed.filter((name) => globMatches(model, name));
}

/** A model that several services offer is the first one's, as it is when a video is made. */
function onceEach(models: readonly ListedModel[]): readonly ListedModel[] {
  const seen = new Set<string>();
  return models.filter(({ id, kind }) => {
    const name = `${kind} ${id}`;
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  });
}

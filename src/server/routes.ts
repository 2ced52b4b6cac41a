// The paths of the gateway, and who answers on them: the documents' service, other makers', or the gateway itself.
import { createScrub, type Scrub } from './answers/scrub.js';
import { createAnnouncements } from './backends/announcements.js';
import { createBackends } from './backends/backends.js';
import { createTalkBackends, type TalkBackends } from './backends/talk-backend.js';
import type { GatewaySettings } from './gateway-options.js';
import { createHooks, type Hooks } from './hook-route.js';
import { createLibrary, type Library } from './library/library.js';
import { limitsRoutes } from './limits-route.js';
import { modelRoutes } from './model-list.js';
import { realtimeRoutes } from './realtime-routes.js';
import { createAddressRules } from './requests/addresses.js';
import type { Route } from './route.js';
import { createSealer } from './sealed.js';
import { createBudget, type Budget } from './state/budget.js';
import type { Rates } from './state/rate.js';
import type { TaskIds } from './task-ids.js';
import { createTasks } from './tasks.js';
import { createUploadedFiles } from './uploaded-files.js';
import { createUpstreamClient, type UpstreamClient } from './upstream-client.js';
import { videoRoutes } from './video-routes.js';
import { createTaskEvents } from './watch/task-events.js';

export interface Routes {
  /** For users who are logged in. */
  readonly routes: readonly Route[];
  readonly hooks: Hooks;
  readonly upstream: UpstreamClient | undefined;
  readonly talks: TalkBackends;
  /** Undefined where the site counts no money. */
  readonly budget: Budget | undefined;
  /** Undefined where nothing is kept. */
  readonly library: Library | undefined;
}

export function createRoutes(settings: GatewaySettings, ids: TaskIds, rates: Rates): Routes {
  const { services = [], secret, secrets, limits, privateAddresses } = settings;
  const scrub = scrubFor(settings);
  const upstream = createUpstreamClient(settings, scrub);
  const sealer = secret === undefined ? undefined : createSealer(secrets);
  const announcements = createAnnouncements(settings, sealer);
  const backends = createBackends(services, upstream, { limits, scrub, announcements, digest: ids.digest });
  const files = createUploadedFiles(settings, backends, sealer);
  const budget = createBudget(settings);
  const events = createTaskEvents(settings.onTask, settings.state);
  const addresses = createAddressRules(privateAddresses);
  const library = createLibrary(settings, addresses);
  const watch = library?.watch;
  const tasks = createTasks(settings, backends, rates, { ids, sealer, events, budget, watch });
  library?.goOn({ tasks, scrub, addresses, digest: ids.digest });
  const takesFiles = services.some(({ video }) => video?.upload !== undefined);
  const talks = createTalkBackends(services, { limits, scrub, digest: ids.digest });
  return {
    library,
    upstream,
    talks,
    hooks: createHooks(settings, { announcements, events, budget, watch, scrub, digest: ids.digest }),
    budget,
    routes: [
      ...videoRoutes(settings, { backends, tasks, files, scrub, addresses }),
      ...modelRoutes(settings),
      ...limitsRoutes(budget),
      ...(library?.routes ?? []),
      ...(takesFiles ? files.routes : []),
      ...(upstream === undefined && !talks.any ? [] : realtimeRoutes(settings, { upstream, talks }, rates, budget)),
    ],
  };
}

/** Every key in every answer, whichever service it comes from. */
function scrubFor({ upstream, services = [] }: GatewaySettings): Scrub {
  const hosts = services.flatMap((service) => service.hosts.map((place) => place.replace(/^\w+:\/\//, '')));
  const own = upstream === undefined ? [] : [new URL(upstream.baseUrl).host];
  return createScrub(
    [...(upstream === undefined ? [] : [upstream.apiKey].flat()), ...services.flatMap(({ secrets }) => secrets)],
    [...own, ...hosts],
  );
}

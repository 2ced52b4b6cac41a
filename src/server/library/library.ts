// The library of a gateway: what people make, on every device. Put together from its stores; without the option nothing of it is there.
import { noContent } from '../answers/answers.js';
import type { GatewaySettings } from '../gateway-options.js';
import type { AddressRules } from '../requests/addresses.js';
import { exactly, type Route } from '../route.js';
import { binRoutes } from './bin-routes.js';
import { createLibraryEvents } from './event-route.js';
import { exportRoute } from './export-route.js';
import { createFileAnswer, fileRoutes } from './file-routes.js';
import { libraryAnswers, timelyFiles, timelyRecords } from './library-away.js';
import { fullQuota, fullRetention } from './library-options.js';
import { refuseOtherOwner } from './library-owner.js';
import { libraryPath } from './library-paths.js';
import { recordRoutes } from './record-routes.js';
import { posterRoutes } from './poster-routes.js';
import { createGoOn, type GoOnParts } from './go-on.js';
import { createVideoWatch, type VideoWatch } from './video-watch.js';
import type { ExpiredRecord } from './record-bin.js';
import { pushRoutes } from './push-routes.js';
import { createShared, shareRoutes, type Shared } from './share-routes.js';
import { createSweep } from './sweep.js';
import { createTell } from './tell.js';

export interface Library {
  readonly routes: readonly Route[];
  readonly shared: Shared;
  /** Unfinished videos; undefined where their pages alone watch them. */
  readonly watch: VideoWatch | undefined;
  /** Deletes what is older than it may be from now on, and tells of it. */
  keepTidy(told: (record: ExpiredRecord) => void): void;
  /** Begins to watch, with those who know the tasks. */
  goOn(tasks: GoOnParts): void;
  /** Ends the streams of one user, or of all, on this instance. */
  endStreams(userId?: string): void;
  /** Whether its records can be read now. Never rejects. */
  healthy(): Promise<boolean>;
}

const probeMs = 2000;

export function createLibrary(settings: GatewaySettings, addresses: AddressRules): Library | undefined {
  const { library, limits } = settings;
  if (library === undefined) return undefined;
  const records = timelyRecords(library.records, limits.timeoutMs);
  // A monitor waits less long than a page.
  const probed = timelyRecords(library.records, Math.min(limits.timeoutMs, probeMs));
  const files = timelyFiles(library.files, limits.timeoutMs);
  const quota = fullQuota(library.quota);
  const retention = fullRetention(library.retention, records.bin !== undefined);
  const { expire } = records;
  const sweep = createSweep(records.files, files, expire && ((limit) => expire(retention.ages, limit)));
  const freed = (): void => sweep.now();
  const parts = { index: records.files, files, sweep, quota, limits };
  const { watched, shares, push: list } = records;
  const { push } = library;
  const watch = watched === undefined || library.watch === false ? undefined : createVideoWatch(watched, library.watch);
  const events = createLibraryEvents(records, settings);
  const clear: Route['answer'] = async ({ user }) => {
    await records.clear(user.id);
    freed();
    return noContent();
  };
  const ofOwner = ({ answer, ...route }: Route): Route => ({
    ...route,
    async answer(call) {
      sweep.due();
      return (await refuseOtherOwner(call)) ?? answer(call);
    },
  });
  const routes: readonly Route[] = [
    ...recordRoutes({ records, limits, quota, keepsDeleted: retention.days['bin'] !== 0, freed }),
    ...binRoutes({ records, quota, retention, freed }),
    ...fileRoutes(parts),
    ...posterRoutes({ ...parts, records }),
    events.route,
    exportRoute(records, files, limits),
    ...(push === undefined || list === undefined ? [] : pushRoutes({ push, list, limits, addresses })),
    ...(shares === undefined ? [] : shareRoutes({ shares, records, publicUrl: settings.publicUrl, limits })),
    { method: 'DELETE', path: exactly(libraryPath), answer: clear },
  ];
  return {
    routes: routes.map(ofOwner),
    endStreams: events.end,
    keepTidy: (told) => sweep.hourly(told),
    shared:
      shares === undefined
        ? () => undefined
        : createShared({ shares, index: records.files, answerFile: createFileAnswer(parts), script: library.shareScript }),
    watch,
    goOn(tasks) {
      const tell = createTell({ notify: library.notify, push, list, addresses });
      if (watched !== undefined) watch?.run(createGoOn(settings, { records, watched, files: parts, tell }, tasks));
    },
    healthy: () =>
      libraryAnswers(probed).then(
        () => true,
        () => false,
      ),
  };
}

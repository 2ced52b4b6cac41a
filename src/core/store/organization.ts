// How a person organizes videos: favorites, ratings, labels, collections. Each value has a time of its own, and merges by it whatever became
// of the video meanwhile. Pure. Loaded when a task changes.
import type { Clock, Stamp } from '../clock.js';
import { latestOf, stampChanges } from '../stored-record.js';
import type { OrganizationChanges, TaskOrganization, VideoTask } from './tasks-state.js';

/** Of the labels, and of the collections, of one video; and of the characters of each. */
export const mostLabels = { count: 64, characters: 100 } as const;

const values = ['favorite', 'rating', 'best'] as const;
const lists = ['labels', 'collections'] as const;
const names: readonly (keyof TaskOrganization)[] = [...values, ...lists];

/** The name of such a time in `times`: `favorite/`, `labels/beach`. No other field has a slash. */
const isOrganization = (name: string): boolean => name.includes('/');

/** A task whose organization is another. */
export function withOrganization(task: VideoTask, changes: OrganizationChanges): VideoTask {
  const { favorite = task.favorite, rating = task.rating, best = task.best } = changes;
  return {
    ...task,
    favorite: favorite || undefined,
    rating: rating || undefined,
    best: best || undefined,
    labels: edited(task.labels, changes.addLabels, changes.removeLabels),
    collections: edited(task.collections, changes.addCollections, changes.removeCollections),
  };
}

/** In the order of their letters, so that every tab has the same list. */
function edited(list: readonly string[] = [], add: readonly string[] = [], remove: readonly string[] = []): readonly string[] | undefined {
  const gone = new Set(remove);
  const items = [...new Set([...list.filter((item) => !gone.has(item)), ...add])].toSorted();
  return items.length > 0 ? items : undefined;
}

/** `after` with a new time for each field that is another than in `before`, and for each label that came or went. */
export function stampTask(before: VideoTask, after: VideoTask, clock: Clock): VideoTask {
  const stamped = stampChanges(unorganized(before), unorganized(after), clock);
  const changed = [
    ...values.filter((name) => before[name] !== after[name]).map((name) => `${name}/`),
    ...lists.flatMap((name) => differing(before[name], after[name]).map((item) => `${name}/${item}`)),
  ];
  const stamp = changed.length === 0 ? '' : clock.tick(latestOf(before));
  const times = Object.fromEntries(changed.map((key) => [key, stamp]));
  return { ...stamped, ...organizationOf(after), times: { ...stamped.times, ...organizationTimes(before), ...times } };
}

const differing = (one: readonly string[] = [], other: readonly string[] = []): readonly string[] => [
  ...one.filter((item) => !other.includes(item)),
  ...other.filter((item) => !one.includes(item)),
];

/** `task` with the later of each value, label by label: `task` itself where `other` has nothing later. */
export function mergeOrganization(task: VideoTask, other: VideoTask): VideoTask {
  const later = Object.entries(organizationTimes(other)).filter(([key, stamp]) => stamp > (task.times?.[key] ?? ''));
  if (later.length === 0) return task;
  const keys = new Set(later.map(([key]) => key));
  const value = <Name extends (typeof values)[number]>(name: Name) => (keys.has(`${name}/`) ? other : task)[name];
  const list = (name: (typeof lists)[number]) => {
    const isLater = (item: string) => keys.has(`${name}/${item}`);
    return edited(
      task[name],
      other[name]?.filter(isLater),
      task[name]?.filter((item) => isLater(item) && !other[name]?.includes(item)),
    );
  };
  return {
    ...task,
    favorite: value('favorite'),
    rating: value('rating'),
    best: value('best'),
    labels: list('labels'),
    collections: list('collections'),
    times: { ...task.times, ...Object.fromEntries(later) },
  };
}

/** All but how it is organized. */
export function unorganized(task: VideoTask): VideoTask {
  const fields: Partial<Record<keyof VideoTask, unknown>> = { ...task };
  for (const name of names) delete fields[name];
  const times = Object.fromEntries(Object.entries(task.times ?? {}).filter(([name]) => !isOrganization(name)));
  // Every field that is left is one of a task.
  return { ...fields, times } as VideoTask;
}

export const organizationOf = (task: VideoTask): TaskOrganization =>
  Object.fromEntries(names.filter((name) => task[name] !== undefined).map((name) => [name, task[name]]));

export const organizationTimes = ({ times = {} }: VideoTask): Readonly<Record<string, Stamp>> =>
  Object.fromEntries(Object.entries(times).filter(([name]) => isOrganization(name)));

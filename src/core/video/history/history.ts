// Finding one's way in many tasks: a search, and what was made from what. Pure; whatever is worked out is kept as long as what it is about.
import type { VideoStatus, VideoTask } from '../../store/tasks-state.js';

/** Which tasks `findTasks` finds. A task has to fit every field that is given. */
export interface TaskFilter {
  /** Words that must all be found: in the prompt, model, labels or collections, or as the whole seed or id. */
  readonly text?: string | undefined;
  readonly status?: VideoStatus | readonly VideoStatus[] | undefined;
  readonly model?: string | undefined;
  /** Only favorites; `false`: only the others. */
  readonly favorite?: boolean | undefined;
  /** At least so many of 5. */
  readonly rating?: number | undefined;
  /** Has this label, or each of these. */
  readonly labels?: string | readonly string[] | undefined;
  /** Is in this collection. */
  readonly collection?: string | undefined;
  /** Was asked for in this group. */
  readonly groupId?: string | undefined;
  /** `true`: only those that a person kept as the best of their group. */
  readonly best?: boolean | undefined;
}

/** Made alike, so that case and width of letters do not matter. */
const plain = (text: string): string => (/[^\n\x20-\x7e]/.test(text) ? text.normalize('NFKC') : text).toLowerCase();

interface Searchable {
  readonly text: string;
  /** Found only whole: single digits are in every id. */
  readonly names: ReadonlySet<string>;
}

const searchables = new WeakMap<VideoTask, Searchable>();

function searchableOf(task: VideoTask): Searchable {
  const known = searchables.get(task);
  if (known !== undefined) return known;
  const { prompt, model, labels = [], collections = [], seed, id, taskId } = task;
  const seeds = [seed, ...task.outputs.map((output) => output.seed)];
  const names = [id, taskId, ...seeds].filter((name) => name !== undefined).map((name) => plain(String(name)));
  const searchable = { text: plain([prompt, model, ...labels, ...collections].join('\n')), names: new Set(names) };
  searchables.set(task, searchable);
  return searchable;
}

/** Of each task of a list, in its order. */
const listed = new WeakMap<readonly VideoTask[], readonly Searchable[]>();

function searchablesOf(tasks: readonly VideoTask[]): readonly Searchable[] {
  const known = listed.get(tasks) ?? tasks.map(searchableOf);
  listed.set(tasks, known);
  return known;
}

/** By filter, those asked for last: who deletes a letter is where they were. */
const found = new WeakMap<readonly VideoTask[], Map<string, readonly VideoTask[]>>();
const mostFound = 16;

type Test = (task: VideoTask) => boolean;

/** What a task must pass: nothing for what is not asked for. */
function testsOf({ status, model, favorite, rating, labels, collection, groupId, best }: TaskFilter): readonly Test[] {
  const statuses: readonly VideoStatus[] | undefined = typeof status === 'string' ? [status] : status;
  const wanted = typeof labels === 'string' ? [labels] : labels;
  const tests: readonly (Test | undefined | false)[] = [
    statuses && ((task) => statuses.includes(task.status)),
    model !== undefined && ((task) => task.model === model),
    favorite !== undefined && ((task) => (task.favorite ?? false) === favorite),
    rating !== undefined && ((task) => (task.rating ?? 0) >= rating),
    wanted && ((task) => wanted.every((label) => task.labels?.includes(label))),
    collection !== undefined && ((task) => task.collections?.includes(collection) === true),
    groupId !== undefined && ((task) => task.groupId === groupId),
    best !== undefined && ((task) => (task.best ?? false) === best),
  ];
  return tests.filter((test) => test !== undefined && test !== false);
}

/**
 * Those that fit, in their order. The same array for the same tasks and filter.
 * @param filter What the tasks have to fit.
 */
export function findTasks(tasks: readonly VideoTask[], { text = '', ...filter }: TaskFilter): readonly VideoTask[] {
  const words = plain(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  const tests = testsOf(filter);
  if (words.length === 0 && tests.length === 0) return tasks;
  const key = JSON.stringify([words, filter]);
  const results = found.get(tasks) ?? new Map<string, readonly VideoTask[]>();
  found.set(tasks, results);
  const known = results.get(key);
  if (known !== undefined) return known;
  const searchables = words.length === 0 ? [] : searchablesOf(tasks);
  const fitting = tasks.filter(
    (task, at) =>
      tests.every((fits) => fits(task)) &&
      words.every((word) => searchables[at]?.text.includes(word) === true || searchables[at]?.names.has(word) === true),
  );
  for (const oldest of results.keys()) if (results.size >= mostFound) results.delete(oldest);
  results.set(key, fitting);
  return fitting;
}

/** What a task was made from and what was made from it, as far as it is still here. */
export interface TaskLineage {
  /** The nearest first. */
  readonly ancestors: readonly VideoTask[];
  /** In the order of the tasks given. */
  readonly children: readonly VideoTask[];
}

interface Family {
  readonly byId: ReadonlyMap<string, VideoTask>;
  readonly children: ReadonlyMap<string, readonly VideoTask[]>;
}

const families = new WeakMap<readonly VideoTask[], Family>();

function familyOf(tasks: readonly VideoTask[]): Family {
  const known = families.get(tasks);
  if (known !== undefined) return known;
  const children = new Map<string, VideoTask[]>();
  for (const task of tasks) {
    if (task.parentId === undefined) continue;
    const siblings = children.get(task.parentId);
    if (siblings === undefined) children.set(task.parentId, [task]);
    else siblings.push(task);
  }
  const family = { byId: new Map(tasks.map((task) => [task.id, task])), children };
  families.set(tasks, family);
  return family;
}

/** Where a video comes from, and what was made from it. */
export function lineage(tasks: readonly VideoTask[], id: string): TaskLineage {
  const { byId, children } = familyOf(tasks);
  // A history from elsewhere may go in circles.
  const ancestors = new Map<string, VideoTask>();
  let task = byId.get(byId.get(id)?.parentId ?? '');
  while (task !== undefined && task.id !== id && !ancestors.has(task.id)) {
    ancestors.set(task.id, task);
    task = byId.get(task.parentId ?? '');
  }
  return { ancestors: [...ancestors.values()], children: children.get(id) ?? [] };
}

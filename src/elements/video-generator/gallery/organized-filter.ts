// A filter by how videos are organized: favorites, ratings, labels, collections. A pure template, over what there is to choose.
import { html, nothing, type TemplateResult } from 'lit';

import { differing } from '../../../core/video/history/differing.js';
import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import { fillCount } from '../../shared/strings.js';
import type { GalleryContext } from './gallery-context.js';
import type { OrganizedFilter } from './gallery-controller.js';

/** What a list of videos is organized by. */
interface Organization {
  readonly favorites: boolean;
  readonly rated: boolean;
  readonly best: boolean;
  readonly labels: readonly string[];
  readonly collections: readonly string[];
}

let known: { readonly tasks: readonly VideoTask[]; readonly organization: Organization } | undefined;

/** Worked out once until a task comes or goes that is organized otherwise. */
export function organizationIn(tasks: readonly VideoTask[]): Organization {
  const { before, after } = differing(known?.tasks ?? [], tasks);
  const isSame = before.length === after.length && before.every((task, at) => isAlike(task, after[at]));
  known = { tasks, organization: (isSame && known?.organization) || organizationOf(tasks) };
  return known.organization;
}

const isAlike = (one: VideoTask, other: VideoTask | undefined): boolean =>
  one.favorite === other?.favorite &&
  one.rating === other?.rating &&
  one.best === other?.best &&
  one.labels === other?.labels &&
  one.collections === other?.collections;

const organizationOf = (tasks: readonly VideoTask[]): Organization => ({
  favorites: tasks.some(({ favorite }) => favorite),
  rated: tasks.some(({ rating }) => rating !== undefined),
  best: tasks.some(({ best }) => best),
  labels: namesIn(tasks, ({ labels }) => labels),
  collections: namesIn(tasks, ({ collections }) => collections),
});

const namesIn = (tasks: readonly VideoTask[], of: (task: VideoTask) => readonly string[] | undefined): readonly string[] =>
  [...new Set(tasks.flatMap((task) => of(task) ?? []))].toSorted((one, other) => one.localeCompare(other));

type Choice = readonly [filter: OrganizedFilter, label: string];

/** Nothing where no video is organized. */
export function organizedFilterView({ tasks, state, words, formats }: GalleryContext): TemplateResult | typeof nothing {
  const { favorites, rated, best, labels, collections } = organizationIn(tasks);
  const first: readonly Choice[] = [
    ...(favorites ? [[{ favorite: true }, words.favorites] as const] : []),
    ...(best ? [[{ best: true }, words.best] as const] : []),
    ...(rated ? [5, 4, 3, 2, 1].map((rating): Choice => [{ rating }, fillCount(words.ratedAtLeast, rating, formats)]) : []),
  ];
  const byLabel = labels.map((name): Choice => [{ labels: name }, name]);
  const byCollection = collections.map((name): Choice => [{ collection: name }, name]);
  const choices = [...first, ...byCollection, ...byLabel];
  if (choices.length === 0 && state.organized === undefined) return nothing;
  const chosen = JSON.stringify(state.organized);
  const option = ([filter, label]: Choice) => html`<option .selected=${JSON.stringify(filter) === chosen}>${label}</option>`;
  const group = (label: string, of: readonly Choice[]) =>
    of.length === 0 ? nothing : html`<optgroup label=${label}>${of.map(option)}</optgroup>`;
  return html`<select
    class="input"
    aria-label=${words.filterOrganized}
    @change=${({ target }: Event) => {
      if (target instanceof HTMLSelectElement) state.filter({ organized: choices[target.selectedIndex - 1]?.[0] });
    }}
  >
    <option .selected=${state.organized === undefined}>${words.filterOrganizedAll}</option>
    ${first.map(option)} ${group(words.collections, byCollection)} ${group(words.labels, byLabel)}
  </select>`;
}

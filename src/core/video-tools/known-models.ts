// The video models that a tool may name, each with the limits and fields its form has.
import { chooseEntry, entriesOf, loadProvider } from '../catalog/choose-provider.js';
import { offeredProvider } from '../catalog/offered-provider.js';
import { isBuiltIn, providers as registry } from '../catalog/providers.js';
import { fieldsOf, type FormField } from '../drafts/metadata-fields.js';
import type { ProviderEntry, VideoProvider } from '../providers/provider.js';
import type { VideoQueue } from '../video/queue/video-queue.js';

export interface KnownModel {
  readonly id: string;
  readonly provider: VideoProvider;
  /** Of `metadata`. */
  readonly fields: readonly FormField[];
}

/** The models that a video made by voice may use. */
export interface ModelSource {
  /** The model of a video where a call names none. Default: the first of `models`. */
  readonly model?: string | undefined;
  /** The models that a call may name. Default: every model that the service lists, or a provider of the page names, in full. */
  readonly models?: readonly string[] | undefined;
  /** Those that only this queue has. */
  readonly providers?: readonly ProviderEntry[] | undefined;
}

/** A model has to be told of each: more would crowd out the conversation. */
const most = 24;

const isName = (id: string): boolean => id !== '' && !id.includes('*');

/** The first is the one that is meant where none is named. Never rejects: what cannot be loaded now is left out. */
export async function knownModels(queue: Pick<VideoQueue, 'service'>, source: ModelSource): Promise<readonly KnownModel[]> {
  const { model = '', models = [] } = source;
  const { entries, offered } = await entriesFor(queue, source);
  const listed =
    models.length > 0 ? models : [...offered, ...entries.filter((entry) => !isBuiltIn(entry))].flatMap((entry) => entry.models);
  const names = new Set([model, ...listed].filter(isName));
  const known = [...names].slice(0, most).map((id) => knownModel(id, entries, offered));
  return (await Promise.all(known)).filter((one) => one !== undefined);
}

/** One that need not be listed; undefined where nothing answers for it. */
export async function modelNamed(queue: Pick<VideoQueue, 'service'>, id: string, source: ModelSource): Promise<KnownModel | undefined> {
  const { entries, offered } = await entriesFor(queue, source);
  return knownModel(id, entries, offered);
}

async function entriesFor(queue: Pick<VideoQueue, 'service'>, { providers = [] }: ModelSource) {
  const offered = (await queue.service.models()).filter(({ kind }) => kind === 'video').map(offeredProvider);
  return { entries: entriesOf(providers, registry.list()), offered };
}

async function knownModel(
  id: string,
  entries: readonly ProviderEntry[],
  offered: readonly ProviderEntry[],
): Promise<KnownModel | undefined> {
  const entry = chooseEntry(id, entries, offered);
  if (entry === undefined) return undefined;
  try {
    const provider = await loadProvider(entry);
    return { id, provider, fields: (await fieldsOf(provider)).filter(({ kind }) => kind !== 'hidden') };
  } catch {
    return undefined;
  }
}

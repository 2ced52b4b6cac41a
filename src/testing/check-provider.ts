// Is a video provider right? Runs it as the queue would, without a service, and says in words what is wrong. Knows no test runner.
import { isVoxreelError } from '../core/errors.js';
import { chooseProvider, loadProvider } from '../core/providers/choose.js';
import { fieldsOf } from '../core/providers/fields.js';
import { prepareDraft } from '../core/providers/prepare-draft.js';
import type { ProviderEntry, ProviderLimits, VideoDraft, VideoProvider, VideoReading } from '../core/providers/provider.js';
import { readVideoAnswer } from '../core/providers/read-answer.js';
import { videoRequest } from '../protocol/video.js';
import { differences } from './differences.js';

export interface ProviderFixtures {
  /** Drafts it takes, and what the request's body must hold. */
  readonly takes?: readonly { readonly draft: VideoDraft; readonly body?: Readonly<Record<string, unknown>> }[];
  /** Drafts it refuses, and the field that is named. */
  readonly refuses?: readonly { readonly draft: VideoDraft; readonly param: string }[];
  /** Answers of its service (parsed JSON), and what must be read from them. */
  readonly reads?: readonly { readonly body: unknown; readonly base?: string; readonly reading: Partial<VideoReading> }[];
}

type Finding = string;

const home = 'https://service.example/v1/video/generations';
/** Bodies any service may send one day. */
const strange: readonly unknown[] = [
  undefined,
  null,
  '',
  '<html>',
  7,
  [],
  {},
  { data: null },
  { status: 'dreaming' },
  { task_id: 7, status: {}, url: [], metadata: 'x', error: 5 },
];

/** What is wrong, in words; an empty list when nothing is. Never throws for what the provider does. */
export async function checkProvider(entry: ProviderEntry, fixtures: ProviderFixtures = {}): Promise<readonly Finding[]> {
  let provider: VideoProvider;
  try {
    provider = await loadProvider(entry);
  } catch (cause) {
    return [`load() failed: ${wordsOf(cause)}`];
  }
  const findings = [...checkNames(entry, provider), ...checkLimits(provider.limits)];
  if (findings.length > 0) return findings;
  const sample = {
    model: (provider.models[0] ?? '').replaceAll('*', 'x') || 'x',
    prompt: 'a heron over water',
    duration: durationOf(provider.limits),
  };
  return [
    ...(await checkTaking(provider, { draft: sample })),
    ...(await checkFields(provider)),
    ...checkService(provider),
    ...strange.flatMap((body) => [...checkStrange(provider, body)]),
    ...(await Promise.all((fixtures.takes ?? []).map((fixture) => checkTaking(provider, fixture)))).flat(),
    ...(await Promise.all((fixtures.refuses ?? []).map((fixture) => checkRefusing(provider, fixture)))).flat(),
    ...(fixtures.reads ?? []).flatMap((fixture) => checkReading(provider, fixture)),
  ];
}

const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

const durationOf = (limits: ProviderLimits = {}) =>
  limits.durations === undefined ? undefined : 'min' in limits.durations ? limits.durations.min : limits.durations[0];

function* checkNames(entry: ProviderEntry, provider: VideoProvider): Generator<Finding> {
  if (!/^[a-z][a-z0-9-]*$/.test(provider.id)) yield `id: \`${provider.id}\` is not in lower case with hyphens.`;
  if (provider.models.length === 0) yield 'models: names no model, so that it is never chosen.';
  if (entry.id !== provider.id) yield `load(): gives \`${provider.id}\` under the id \`${entry.id}\`.`;
  if (entry.models.join() !== provider.models.join()) yield 'load(): gives other models than its light entry names.';
  for (const model of provider.models)
    if (!chooseProvider(model.replaceAll('*', 'x'), [provider])) yield `models: \`${model}\` does not match what it stands for.`;
}

function* checkLimits(limits: ProviderLimits = {}): Generator<Finding> {
  for (const name of ['durations', 'fps', 'n'] as const) {
    const limit = limits[name];
    if (limit && 'min' in limit && limit.min > limit.max) yield `limits.${name}: its min is above its max.`;
    if (limit && 'length' in limit && limit.length === 0) yield `limits.${name}: allows no value at all.`;
  }
  for (const size of limits.sizes ?? []) if (!/^\d+x\d+$/.test(size)) yield `limits.sizes: \`${size}\` is not <width>x<height>.`;
}

async function checkTaking(provider: VideoProvider, { draft, body }: NonNullable<ProviderFixtures['takes']>[number]): Promise<Finding[]> {
  const what = `the draft ${JSON.stringify(draft)}`;
  try {
    const prepared = await prepareDraft(provider, draft);
    if (provider.service) return [];
    const sent: unknown = JSON.parse(JSON.stringify(prepared.body));
    const { error, data } = videoRequest.safeParse(sent);
    if (error)
      return error.issues.map(({ path, message }) => `${what}: the body's \`${path.join('.')}\` is not as the document has it: ${message}`);
    const lost =
      data.seed === undefined && data.metadata?.['seed'] === undefined
        ? [`${what}: its seed is lost, so that it cannot be run again.`]
        : [];
    return [...lost, ...differences(sent, body ?? {}).map((difference) => `${what}: the body's ${difference}`)];
  } catch (cause) {
    return [`${what} is refused: ${wordsOf(cause)}`];
  }
}

async function checkRefusing(
  provider: VideoProvider,
  { draft, param }: NonNullable<ProviderFixtures['refuses']>[number],
): Promise<Finding[]> {
  const what = `the draft ${JSON.stringify(draft)}`;
  try {
    await prepareDraft(provider, draft);
    return [`${what} is taken, but should be refused for \`${param}\`.`];
  } catch (cause) {
    return isVoxreelError(cause) && cause.param === param ? [] : [`${what} is refused for another reason: ${wordsOf(cause)}`];
  }
}

async function checkFields(provider: VideoProvider): Promise<Finding[]> {
  const fields = await fieldsOf(provider);
  return fields
    .filter(({ kind, choices = [] }) => kind === 'choice' && choices.length === 0)
    .map(({ name }) => `ui.${name}: a choice with nothing to choose from.`);
}

function* checkService({ service, estimate }: VideoProvider): Generator<Finding> {
  if (service && (typeof service.create !== 'function' || typeof service.query !== 'function'))
    yield 'service: needs both create() and query().';
  try {
    const amount = estimate?.({ model: 'x', prompt: 'x' })?.amount ?? 0;
    if (!Number.isFinite(amount)) yield 'estimate(): its amount is no number.';
  } catch (cause) {
    yield `estimate(): throws for the least draft: ${wordsOf(cause)}`;
  }
}

const read = (provider: VideoProvider, body: unknown, base: string): VideoReading => {
  const reading = readVideoAnswer(body, base);
  return provider.parse?.(body, base, reading) ?? reading;
};

function* checkStrange(provider: VideoProvider, body: unknown): Generator<Finding> {
  const what = `parse(): the answer ${JSON.stringify(body)}`;
  try {
    const { status, outputs } = read(provider, body, home);
    if (status === 'failed') yield `${what} is read as a failure: what is unknown is never one.`;
    for (const { url } of outputs) if (!/^https?:\/\//.test(url)) yield `${what} gives an address that must not be played: ${url}`;
  } catch (cause) {
    yield `${what} makes it throw: ${wordsOf(cause)}`;
  }
}

function checkReading(provider: VideoProvider, { body, base = home, reading }: NonNullable<ProviderFixtures['reads']>[number]): Finding[] {
  const what = `the answer ${JSON.stringify(body)}`;
  try {
    return differences(read(provider, body, base), reading).map((difference) => `${what}: ${difference}`);
  } catch (cause) {
    return [`${what} makes parse() throw: ${wordsOf(cause)}`];
  }
}

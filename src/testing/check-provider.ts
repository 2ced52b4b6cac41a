// Is a video provider right? Runs it as the queue would, without a service, and says in words what is wrong.
import { isVoxreelError } from '../core/errors.js';
import { chooseProvider, loadProvider } from '../core/catalog/choose-provider.js';
import { fieldsOf } from '../core/drafts/metadata-fields.js';
import { prepareDraft } from '../core/drafts/prepare-draft.js';
import { isRecord } from '../base/is-record.js';
import type { ProviderEntry, VideoDraft, VideoProvider, VideoReading } from '../core/providers/provider.js';
import { readVideoAnswer } from '../core/wire/read-answer.js';
import { videoRequest } from '../protocol/video.js';
import { checkShape } from './check-shape.js';
import { differences } from './differences.js';

/** What `checkProvider` tries a provider with. */
export interface ProviderFixtures {
  /** Drafts it takes, and what the request's body must hold. */
  readonly takes?: readonly { readonly draft: VideoDraft; readonly body?: Readonly<Record<string, unknown>> }[];
  /** Drafts it refuses, and the field that is named. */
  readonly refuses?: readonly { readonly draft: VideoDraft; readonly param: string }[];
  /** Answers what the provider's own `service` asks while it is checked. Default: 503 to everything. */
  readonly fetch?: typeof globalThis.fetch;
  /** Answers of its service (parsed JSON), and what must be read from them. */
  readonly reads?: readonly { readonly body: unknown; readonly base?: string; readonly reading: Partial<VideoReading> }[];
}

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
export async function checkProvider(entry: ProviderEntry, fixtures: ProviderFixtures = {}): Promise<readonly string[]> {
  const form = checkShape(entry);
  if (form.length > 0) return form;
  let provider: VideoProvider;
  try {
    provider = await loadProvider(entry);
  } catch (cause) {
    return [`load() failed: ${wordsOf(cause)}`];
  }
  const findings = [...checkShape(provider), ...checkNames(entry, provider)];
  if (findings.length > 0) return findings;
  return [
    ...(await checkTaking(provider, { draft: least(provider) })),
    ...(await checkFields(provider)),
    ...checkEstimate(provider),
    ...(await checkOwnService(provider, fixtures)),
    // One mistake shows in many of them.
    ...strange.flatMap((body) => checkStrange(provider, body)).slice(0, 2),
    ...(await Promise.all((fixtures.takes ?? []).map((fixture) => checkTaking(provider, fixture)))).flat(),
    ...(await Promise.all((fixtures.refuses ?? []).map((fixture) => checkRefusing(provider, fixture)))).flat(),
    ...(fixtures.reads ?? []).flatMap((fixture) => checkReading(provider, fixture)),
  ];
}

const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** What a person writes at the least. */
const least = ({ models: [model = ''], limits = {} }: VideoProvider): VideoDraft => ({
  model: model.replaceAll('*', 'x'),
  prompt: 'a heron over water'.slice(0, limits.promptLength),
});

function* checkNames(entry: ProviderEntry, provider: VideoProvider): Generator<string> {
  if (entry.id !== provider.id) yield `load(): gives \`${provider.id}\` under the id \`${entry.id}\`.`;
  if (entry.models.join() !== provider.models.join()) yield 'load(): gives other models than its light entry names.';
  for (const model of provider.models)
    if (!chooseProvider(model.replaceAll('*', 'x'), [provider])) yield `models: \`${model}\` does not match what it stands for.`;
}

async function checkTaking(provider: VideoProvider, { draft, body }: NonNullable<ProviderFixtures['takes']>[number]): Promise<string[]> {
  const what = `the draft ${JSON.stringify(draft)}`;
  const returned: string[] = [];
  try {
    if (!chooseProvider(draft.model, [provider])) return [`${what}: its model is none of ${provider.models.join(', ')}.`];
    const prepared = await prepareDraft(watched(provider, returned), draft);
    if (returned.length > 0) return returned;
    if (provider.service) return [];
    const sent: unknown = JSON.parse(JSON.stringify(prepared.body));
    const { error, data } = videoRequest.safeParse(sent);
    if (error)
      return error.issues.map(({ path, message }) => `${what}: the body's \`${path.join('.')}\` is not as the document has it: ${message}`);
    const lost =
      data.seed === undefined && data.metadata?.['seed'] === undefined && !provider.limits?.ignores?.includes('seed')
        ? [`${what}: its seed is lost, so that it cannot be run again.`]
        : [];
    return [...lost, ...differences(sent, body ?? {}).map((difference) => `${what}: the body's ${difference}`)];
  } catch (cause) {
    if (returned.length > 0) return returned;
    const field = isVoxreelError(cause) && cause.param !== undefined ? ` for \`${cause.param}\`` : '';
    const hint = field.includes('metadata.') ? ' What a person may leave out needs a default, or must be optional.' : '';
    return [`${what} is refused${field}: ${wordsOf(cause)}${hint}`];
  }
}

/** Notes what request() gives back where that is no body: the queue then sends the default. */
function watched(provider: VideoProvider, notes: string[]): VideoProvider {
  if (provider.request === undefined) return provider;
  const request: NonNullable<VideoProvider['request']> = (draft, body) => {
    const given = provider.request?.(draft, body);
    if (given instanceof Promise) notes.push('request(): gives a promise; it must give the body at once.');
    else if (!isRecord(given)) notes.push(`request(): gives ${JSON.stringify(given)}; it must return the body.`);
    return given ?? body;
  };
  // A copy would lose what an instance has from its class, and its getters must find it, not a stand-in.
  return new Proxy(provider, { get: (target, name): unknown => (name === 'request' ? request : Reflect.get(target, name)) });
}

async function checkRefusing(
  provider: VideoProvider,
  { draft, param }: NonNullable<ProviderFixtures['refuses']>[number],
): Promise<string[]> {
  const what = `the draft ${JSON.stringify(draft)}`;
  try {
    await prepareDraft(provider, draft);
    return [`${what} is taken, but should be refused for \`${param}\`.`];
  } catch (cause) {
    return isVoxreelError(cause) && cause.param === param ? [] : [`${what} is refused for another reason: ${wordsOf(cause)}`];
  }
}

async function checkFields(provider: VideoProvider): Promise<string[]> {
  const fields = await fieldsOf(provider);
  return fields
    .filter(({ kind, choices = [] }) => kind === 'choice' && choices.length === 0)
    .map(({ name }) => `ui.${name}: a choice with nothing to choose from.`);
}

function* checkEstimate(provider: VideoProvider): Generator<string> {
  try {
    const { amount = 0, unit = 'x' } = provider.estimate?.(least(provider)) ?? {};
    if (!Number.isFinite(amount))
      yield `estimate(): its amount is ${amount}, no number, for the least draft: ${JSON.stringify(least(provider))}`;
    if (typeof unit !== 'string') yield `estimate(): its unit is ${JSON.stringify(unit)}, must be a text.`;
  } catch (cause) {
    yield `estimate(): throws for the least draft, ${JSON.stringify(least(provider))}: ${wordsOf(cause)}`;
  }
}

/** Calls what a provider has in place of the documents' endpoints. Nothing is sent: `fetch` is another one meanwhile. */
async function checkOwnService(provider: VideoProvider, { fetch = downForRepairs, takes }: ProviderFixtures): Promise<string[]> {
  const { service } = provider;
  if (service === undefined) return [];
  const draft = takes?.[0]?.draft ?? least(provider);
  const real = globalThis.fetch;
  const stop = new AbortController();
  globalThis.fetch = fetch;
  try {
    const made = await checkCall('service.create()', async () => service.create(draft, { idempotencyKey: 'k-1', signal: stop.signal }));
    const asked = await checkCall('service.query()', async () => service.query('task-1', { draft, signal: stop.signal }));
    return [...made, ...asked];
  } finally {
    stop.abort();
    globalThis.fetch = real;
  }
}

const downForRepairs: typeof globalThis.fetch = async () => Response.json({ message: 'Down for repairs.' }, { status: 503 });

async function checkCall(name: string, call: () => Promise<unknown>): Promise<string[]> {
  try {
    const reading = await call();
    if (!isRecord(reading)) return [`${name}: gives ${JSON.stringify(reading)}; it must give { taskId, status, outputs }.`];
    const { taskId, status, outputs } = reading;
    const form = formOf({ status, outputs });
    return [
      ...(form === undefined ? [] : [`${name}: gives ${form}`]),
      ...(name === 'service.create()' && (typeof taskId !== 'string' || taskId === '')
        ? [`${name}: gives the taskId ${JSON.stringify(taskId)}; without one nobody can ask after the task.`]
        : []),
    ];
  } catch (cause) {
    return isVoxreelError(cause)
      ? []
      : [`${name}: throws ${wordsOf(cause)}, which is no VoxreelError: the queue cannot tell whether the request was taken.`];
  }
}

const read = (provider: VideoProvider, body: unknown, base: string): VideoReading => {
  const reading = readVideoAnswer(body, base);
  return provider.parse?.(body, base, reading) ?? reading;
};

function checkStrange(provider: VideoProvider, body: unknown): string[] {
  const what = `parse(): the answer ${JSON.stringify(body)}`;
  try {
    const reading = read(provider, body, home);
    const form = formOf(reading);
    if (form !== undefined) return [`${what} is read with ${form}`];
    const unsafe = reading.outputs.filter(({ url }) => !/^https?:\/\//.test(url));
    return [
      ...(reading.status === 'failed' ? [`${what} is read as a failure: what is unknown is never one.`] : []),
      ...unsafe.map(({ url }) => `${what} gives an address that must not be played: ${url}`),
    ];
  } catch (cause) {
    return [`${what} makes it throw: ${wordsOf(cause)}`];
  }
}

const statuses: readonly unknown[] = ['processing', 'succeeded', 'failed', 'unknown'];

/** What is wrong with the form of a reading. */
function formOf({ status, outputs }: { readonly status: unknown; readonly outputs: unknown }): string | undefined {
  if (!statuses.includes(status)) return `the status ${JSON.stringify(status)}; it must be one of ${statuses.join(', ')}.`;
  return Array.isArray(outputs)
    ? undefined
    : `${JSON.stringify(outputs)} for outputs; it must be a list, empty where there is no video yet.`;
}

function checkReading(provider: VideoProvider, { body, base = home, reading }: NonNullable<ProviderFixtures['reads']>[number]): string[] {
  const what = `the answer ${JSON.stringify(body)}`;
  try {
    const given = read(provider, body, base);
    const form = formOf(given);
    if (form !== undefined) return [`${what} is read with ${form}`];
    return differences(given, reading).map((difference) => `${what}: ${difference}`);
  } catch (cause) {
    return [`${what} makes parse() throw: ${wordsOf(cause)}`];
  }
}

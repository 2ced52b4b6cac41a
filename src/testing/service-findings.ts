// What is wrong with a service: calls all that it has, against recorded traffic and against everything that goes wrong on the way.
import { isRecord } from '../base/is-record.js';
import { createRecordingScrubber, isRecording, answerOf, type RecordedCall, type ServiceRecording } from '../services/recording.js';
import type { Service } from '../services/service.js';
import { differences } from './differences.js';
import { playedMaker, type PlayedMaker } from './played-maker.js';
import { attemptsOf, checkError, checkReading, outcomeOf, wordsOf } from './service-calls.js';
import { checkFaults, checkRejectedKey } from './service-faults.js';
import { checkRealtime } from './service-realtime.js';
import { checkServiceShape } from './service-shape.js';
import { checkAnnouncement, checkContent, checkIds, checkKey, checkOptions, checkWords } from './service-tasks.js';

export async function findingsOf(service: Service, recordings: readonly ServiceRecording[]): Promise<readonly string[]> {
  const shape = checkServiceShape(service);
  const form = shape.length > 0 ? shape : recordings.flatMap((one, at) => [...checkRecording(service, one, at)]);
  if (form.length > 0) return form;
  const findings = new Set<string>();
  for await (const finding of everything(service, recordings)) findings.add(finding);
  return [...findings];
}

function* checkRecording({ id }: Service, recording: unknown, at: number): Generator<string> {
  if (!isRecording(recording)) yield `recordings[${at}]: is no recording of this version: record it again.`;
  else if (recording.service !== id) yield `recordings[${at}]: is of the service \`${recording.service}\`, not of \`${id}\`.`;
}

async function* everything(service: Service, recordings: readonly ServiceRecording[]): AsyncGenerator<string> {
  for (const recording of recordings) yield* replay(service, recording);
  for (const attempt of attemptsOf(service, recordings)) yield* checkFaults(service, attempt);
  if (service.video !== undefined)
    for (const check of [checkIds, checkWords, checkKey, checkOptions, checkContent, checkAnnouncement])
      yield* check(service, service.video, recordings);
  const { check } = service;
  if (check !== undefined) yield* checkRejectedKey(service, 'check()', async ({ outside }) => check.call(service, outside));
  if (service.realtime !== undefined) yield* checkRealtime(service, service.realtime);
}

/** The same calls once more: the service must send what it sent then, and read the same in what came back. */
async function* replay(service: Service, { calls }: ServiceRecording): AsyncGenerator<string> {
  for (const [at, call] of calls.entries())
    for await (const finding of replayed(service, call)) yield `${call.call}(), call ${at + 1} of the recording: ${finding}`;
}

async function* replayed(service: Service, call: RecordedCall): AsyncGenerator<string> {
  const { exchanges } = call;
  const scrubbed = createRecordingScrubber(service);
  const key = call.call === 'create' ? call.key : undefined;
  const maker = playedMaker(
    service,
    (_sent, nth) => {
      const exchange = exchanges[nth];
      if (exchange === undefined) throw new TypeError('Nothing more was recorded.');
      return answerOf(exchange.came);
    },
    { key, userId: call.userId },
  );
  const outcome = await outcomeOf(async () => perform(service, call, maker));
  for (const url of maker.strayed) yield `calls ${new URL(url).host}, which is none of its \`hosts\`.`;
  for (const [nth, { sent }] of exchanges.entries()) {
    const now = scrubbed(maker.sent[nth]);
    if (now === undefined) yield `does not send ${sent.method} ${sent.url}, as it did then.`;
    else for (const difference of differences(now, sent)) yield `sends something else than then to ${sent.url}: ${difference}`;
  }
  if (maker.sent.length > exchanges.length) yield `sends ${maker.sent.length} requests, and sent ${exchanges.length} then.`;
  if ('threw' in outcome) {
    for (const finding of checkError(outcome.threw)) yield finding;
    if (call.threw === undefined) yield `throws ${wordsOf(outcome.threw)}; it ended well then.`;
    else yield* differences(scrubbed({ ...Object(outcome.threw), message: wordsOf(outcome.threw) }), call.threw, 'error');
    return;
  }
  if (call.threw !== undefined) {
    yield `ends well; it threw \`${call.threw.code}\` then.`;
    return;
  }
  if (call.call === 'cancel') return;
  yield* checkReading(service, outcome.gave, call.call === 'query' ? call.task.id : undefined);
  yield* differences(scrubbed(outcome.gave), lasting(call.gave), 'reading');
}

async function perform({ video }: Service, call: RecordedCall, { outside }: PlayedMaker): Promise<unknown> {
  if (call.call !== 'create') return call.call === 'query' ? video?.query(call.task, outside) : video?.cancel?.(call.task, outside);
  const request = structuredClone(call.request);
  const gave = await video?.create(request, outside);
  if (JSON.stringify(request) !== JSON.stringify(call.request))
    throw new Error('an error of this check, because create() changes the request it is given');
  return gave;
}

/** Without what depends on the time of day. */
function lasting(gave: unknown): unknown {
  if (Array.isArray(gave)) return gave.map(lasting);
  if (!isRecord(gave)) return gave;
  return Object.fromEntries(Object.entries(gave).flatMap(([name, value]) => (name === 'expiresAt' ? [] : [[name, lasting(value)]])));
}

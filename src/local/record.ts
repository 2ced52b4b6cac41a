// `voxreel record <service>`: makes one real video, and writes down what the service and its maker said meanwhile, for `checkService`.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { isRecord } from '../base/is-record.js';
import { createOutside } from '../server/backends/outside.js';
import { recordService, type RecordedCall, type ServiceRecording } from '../services/recording.js';
import type { Service, TaskRef } from '../services/service.js';
import type { Flags } from './flags.js';
import { readMaker } from './settings.js';

const answerMs = 60_000;
/** Longer than any maker takes for a video. */
const patienceMs = 3_600_000;

export async function record([id, ...rest]: readonly string[], flags: Flags): Promise<void> {
  if (id === undefined || rest.length > 0)
    throw new Error('Unknown command. Use: voxreel record <service or ./file.js> [--model ...] [--prompt ...]');
  const service = /^[./]|\.m?js$/.test(id) ? await serviceIn(id) : readMaker(id).service;
  const { out = `${service.id}.recording.json` } = flags;
  const { recording, end } = await recordVideo(service, flags);
  writeFileSync(out, `${JSON.stringify(recording, undefined, 2)}\n`);
  const exchanges = recording.calls.reduce((sum, call) => sum + call.exchanges.length, 0);
  process.stdout.write(
    `${end}\nWrote ${out}: ${recording.calls.length} calls, ${exchanges} requests, without keys. Read it before you publish it.\n`,
  );
}

/** The default export of an author's own file. */
async function serviceIn(path: string): Promise<Service> {
  const { default: service } = (await import(pathToFileURL(path).href)) as { readonly default?: unknown };
  if (isRecord(service) && isRecord(service['video']) && Array.isArray(service['secrets'])) return service as unknown as Service;
  throw new Error(`${path} must export a service as its default: export default acme({ apiKey: ... })`);
}

type Asked = Pick<Flags, 'model' | 'prompt' | 'seconds' | 'every' | 'cancel'>;

async function recordVideo(service: Service, asked: Asked): Promise<{ readonly recording: ServiceRecording; readonly end: string }> {
  const recorder = recordService(service);
  const { video } = recorder.service;
  const model = asked.model ?? service.models.find((one) => one.kind === 'video' && !one.model.includes('*'))?.model;
  if (video === undefined) throw new Error(`${service.id} makes no videos.`);
  if (model === undefined) throw new Error(`${service.id} declares no model by its whole name: give --model.`);
  const outside = () => createOutside(recorder.service, { userId: randomUUID(), key: randomUUID() }, {}, { timeoutMs: answerMs });
  const duration = asked.seconds === undefined ? {} : { duration: positive('--seconds', asked.seconds) };
  const request = { model, prompt: asked.prompt ?? 'A heron over water', ...duration };
  const everyMs = asked.every === undefined ? undefined : positive('--every', asked.every) * 1000;

  const create = async (): Promise<TaskRef> => {
    const { taskId = '', state } = await video.create(request, outside());
    return { id: taskId, model, state };
  };
  const watch = async (task: TaskRef): Promise<string> => {
    const giveUpAt = Date.now() + patienceMs;
    for (let asks = 1; Date.now() < giveUpAt; asks += 1) {
      const { status, error, waitMs = Math.min(asks, 10) * 1000 } = await video.query(task, outside());
      if (status === 'succeeded') return 'The video is made.';
      if (status === 'failed') return `The video has failed: ${error?.message ?? 'no reason given'}`;
      await delay(everyMs ?? waitMs);
    }
    return 'The video was not ready within an hour.';
  };
  try {
    let end = await watch(await create());
    if (asked.cancel === true && video.cancel !== undefined) {
      await video.cancel(await create(), outside());
      end += ' Another one was cancelled.';
    }
    return { recording: thinned(recorder.recording()), end };
  } catch (cause) {
    // A refusal is worth a recording too.
    const { calls } = recorder.recording();
    if (calls.length === 0) throw cause;
    return { recording: thinned(recorder.recording()), end: `It ended early: ${cause instanceof Error ? cause.message : String(cause)}` };
  }
}

/** Without queries that read as the one before them. */
function thinned(recording: ServiceRecording): ServiceRecording {
  const reads = (call: RecordedCall | undefined): string | undefined =>
    call?.call === 'query' ? JSON.stringify([call.task.id, call.gave, call.threw]) : undefined;
  const isNew = (call: RecordedCall, at: number): boolean => reads(call) === undefined || reads(call) !== reads(recording.calls[at - 1]);
  return { ...recording, calls: recording.calls.filter(isNew) };
}

function positive(flag: string, text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`${flag} must be a number of seconds, not "${text}".`);
  return number;
}

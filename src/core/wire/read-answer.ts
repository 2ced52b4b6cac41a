// Reads what any service of this interface answers about a task: envelopes, words, places of the link.
import { isRecord } from '../../base/is-record.js';
import { linkExpiry, safeUrl, timeOf } from '../../base/safe-url.js';
import { reportedFields } from '../../protocol/video-fields.js';
import type { VideoOutput, VideoReading } from '../../protocol/video-reading.js';
import { statusOfWord } from './status-words.js';

type Layer = Readonly<Record<string, unknown>>;

/** Where one link may stand, the best place first. */
const linkPlaces = ['url', 'result_url', 'video_url', 'output_url', 'video.url', 'content.video_url', 'content.url', 'metadata.url'].map(
  (place) => place.split('.'),
);
/** Where several may: entries are links, or hold one under `url`. */
const listPlaces = ['task_result.videos', 'creations', 'outputs', 'videos', 'urls', 'metadata.urls', 'metadata.outputs', 'data'].map(
  (place) => place.split('.'),
);

/** What a parsed body says of a task. `base`: absolute address of the service. */
export function readVideoAnswer(body: unknown, base: string): VideoReading {
  const layers = layersOf(body);
  const word = briefOf(firstText(layers, ['status', 'task_status', 'state']), 64);
  const said = word === undefined ? 'unknown' : statusOfWord(word);
  const outputs = said === 'succeeded' || said === 'unknown' ? outputsOf(layers, base, said === 'succeeded') : [];
  const status = said === 'unknown' && outputs.length > 0 ? 'succeeded' : said;
  return {
    taskId: taskIdOf(layers, body),
    status,
    statusWord: word,
    progress: status === 'succeeded' ? 1 : progressOf(layers.map((layer) => layer['progress']).find((value) => value !== undefined)),
    outputs,
    cost: costOf(layers),
    error: errorOf(layers, body, status, word),
  };
}

/** The task's own object first, then what it wraps: the outer status is the truth, the provider's raw body may lag behind it. */
function layersOf(body: unknown): readonly Layer[] {
  const layers: Layer[] = [];
  for (let at = body; isRecord(at) && layers.length < 4; at = at['data']) layers.push(at);
  const [outer] = layers;
  const envelope = outer !== undefined && layers.length > 1 && outer['task_id'] === undefined && outer['id'] === undefined;
  return envelope ? layers.slice(1) : layers;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);

/** Records hold no book. */
const briefOf = (value: unknown, longest = 1000): string | undefined => textOf(value)?.slice(0, longest);

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

function firstText(layers: readonly Layer[], names: readonly string[]): string | undefined {
  for (const layer of layers) for (const name of names) if (textOf(layer[name]) !== undefined) return textOf(layer[name]);
  return undefined;
}

function at(layer: Layer, place: readonly string[]): unknown {
  let value: unknown = layer;
  for (const name of place) value = isRecord(value) ? value[name] : undefined;
  return value;
}

function taskIdOf(layers: readonly Layer[], body: unknown): string | undefined {
  for (const layer of layers) {
    for (const id of [layer['task_id'], layer['id']]) {
      if (typeof id === 'number') return String(id);
      const text = textOf(id);
      // An address leaves out what is dots alone: it would lead to another path.
      if (text !== undefined && text.length <= 1000 && !/^\.+$/.test(text)) return text;
    }
  }
  // An old answer to a creation: the id itself is the data.
  const data = isRecord(body) ? body['data'] : undefined;
  return typeof data === 'string' && /^(?!\.+$)[\w.:~-]{4,300}$/.test(data) ? data : undefined;
}

function outputsOf(layers: readonly Layer[], base: string, succeeded: boolean): readonly VideoOutput[] {
  for (const layer of layers) {
    const several =
      listPlaces.map((place) => listOf(at(layer, place), layer, base)).sort((one, other) => other.length - one.length)[0] ?? [];
    if (several.length > 1) return several;
    const link = linkPlaces.map((place) => safeUrl(at(layer, place), base)).find((url) => url !== undefined);
    if (link !== undefined) return [outputOf(link, layer)];
    if (several.length > 0) return several;
  }
  // Before 2026-02-22 the link of a finished task stood where the reason of a failure would.
  const reason = succeeded ? layers.map((layer) => textOf(layer['fail_reason'])).find((text) => text?.startsWith('http')) : undefined;
  const link = safeUrl(reason, base);
  return link === undefined || layers[0] === undefined ? [] : [outputOf(link, layers[0])];
}

function listOf(list: unknown, layer: Layer, base: string): readonly VideoOutput[] {
  if (!Array.isArray(list)) return [];
  const outputs = new Map<string, VideoOutput>();
  for (const entry of list.slice(0, 64) as readonly unknown[]) {
    const url = safeUrl(isRecord(entry) ? (entry['url'] ?? entry['video_url']) : entry, base);
    if (url !== undefined) outputs.set(url, outputOf(url, layer, isRecord(entry) ? entry : {}));
  }
  return [...outputs.values()];
}

/** An entry's own figures win over those of the task's metadata. */
function outputOf(url: string, layer: Layer, entry: Layer = {}): VideoOutput {
  const metadata = isRecord(layer['metadata']) ? layer['metadata'] : {};
  const inner = isRecord(entry['metadata']) ? entry['metadata'] : entry;
  const figure = (name: string) => numberOf(inner[name]) ?? numberOf(metadata[name]);
  return {
    url,
    format: briefOf(entry['format'], 64) ?? briefOf(layer['format'], 64),
    ...Object.fromEntries(reportedFields.map((name) => [name, figure(name)])),
    expiresAt: timeOf(entry['expires_at'] ?? layer['expires_at']) ?? linkExpiry(url),
  };
}

/** `{ amount, unit }`, of the outermost that has one. */
function costOf(layers: readonly Layer[]): VideoReading['cost'] {
  const cost = layers.map((layer) => layer['cost']).find(isRecord);
  const [amount, unit] = [numberOf(cost?.['amount']), briefOf(cost?.['unit'], 32)];
  return amount === undefined || amount < 0 || unit === undefined ? undefined : { amount, unit };
}

/** `"30%"`, `30` and `0.3` are the same; a whole 1 while it lasts is one percent. */
function progressOf(value: unknown): number | undefined {
  const percent = typeof value === 'string' && value.trim().endsWith('%');
  const number = numberOf(percent ? value.trim().slice(0, -1) : value);
  if (number === undefined) return undefined;
  return Math.min(1, Math.max(0, percent || number >= 1 ? number / 100 : number));
}

/** The documented body, `{ error: {...} }`, or flat `{ code, message }`; for a task that failed, whatever reason it gives. */
function errorOf(layers: readonly Layer[], body: unknown, status: VideoReading['status'], word: string | undefined): VideoReading['error'] {
  if (status === 'succeeded' || status === 'processing') return undefined;
  const holder = layers.map((layer) => layer['error']).find(tells);
  const source = isRecord(holder) ? holder : isRecord(body) ? body : {};
  const code = briefOf(source['code']) ?? briefOf(source['type']);
  const message =
    briefOf(holder) ??
    (isRecord(holder) ? briefOf(holder['message']) : undefined) ??
    (status === 'failed' ? reasonOf(layers) : undefined) ??
    briefOf(source['message']);
  if (status === 'failed')
    return {
      code: meant(code) ?? word?.toLowerCase() ?? 'failed',
      message: message ?? 'The service gave no reason.',
      param: briefOf(source['param']),
    };
  if (meant(code) === undefined && holder === undefined) return undefined;
  return { code: meant(code) ?? 'bad_response', message: message ?? '', param: briefOf(source['param']) };
}

/** `false`, `""` and `{}` tell of no error. */
const tells = (error: unknown): boolean =>
  textOf(error) !== undefined || (isRecord(error) && ['code', 'type', 'message'].some((name) => textOf(error[name]) !== undefined));

/** Envelopes say `success` where an error would have its code. */
const meant = (code: string | undefined): string | undefined =>
  code === undefined || statusOfWord(code) === 'succeeded' || code.toLowerCase() === 'ok' ? undefined : code;

const reasonOf = (layers: readonly Layer[]) => briefOf(firstText(layers, ['fail_reason', 'task_status_msg', 'err_msg', 'reason']));

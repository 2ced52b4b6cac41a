// What a service makes of words, ids and announcements that it has never seen, and whether it keeps what it declares.
import { isRecord } from '../base/is-record.js';
import { answerOf, type RecordedAnswer, type ServiceRecording } from '../services/recording.js';
import { contentUrl } from '../services/reading.js';
import type { Service, ServiceTask, ServiceVideo } from '../services/service.js';
import { playedMaker, repeatedKey, type Says } from './played-maker.js';
import { callsOf, outcomeOf, requestOf } from './service-calls.js';

type Check = (service: Service, video: ServiceVideo, recordings: readonly ServiceRecording[]) => AsyncGenerator<string>;

const saysNothing: Says = () => Response.json({});

/** Ids that would lead out of a path, or into a query. */
const strangeIds = ['x/../../../y', 'x?key=y', 'x#y', '..', '.'];
/** What may stand in the place of a new task's id, and is none. */
const noIds: readonly unknown[] = [undefined, null, '', [], {}, false];

/** An id is one part of a path, whatever stands in it; and a task without an id is none. */
export const checkIds: Check = async function* (service, video, recordings) {
  const [asked] = callsOf(recordings, 'query');
  if (asked !== undefined)
    for (const id of strangeIds) {
      const maker = playedMaker(service, saysNothing);
      await outcomeOf(() => video.query({ ...asked.task, id }, maker.outside));
      const right = asked.exchanges[0]?.sent.url;
      for (const { url } of maker.sent.slice(0, 1))
        if (right !== undefined && !isSamePlace(url, right, asked.task.id))
          yield `query(): the id ${JSON.stringify(id)} leads to ${url}: put ids through \`segment\`.`;
    }
  const made = callsOf(recordings, 'create').find(({ gave }) => gave !== undefined);
  const first = made?.exchanges[0];
  if (made === undefined || first === undefined) return;
  for (const place of placesOf(first.came.json, (leaf) => String(leaf) === made.gave?.taskId))
    for (const id of noIds) {
      const came = { ...first.came, json: changed(first.came.json, place, id) };
      const maker = playedMaker(service, saying([came, ...made.exchanges.slice(1).map((one) => one.came)]));
      const outcome = await outcomeOf(() => video.create(structuredClone(made.request), maker.outside));
      // Where the id stands twice, the other one will do.
      if ('gave' in outcome && outcome.gave?.taskId !== made.gave?.taskId)
        yield `create(): where the maker answers with ${JSON.stringify(id) ?? 'nothing'} for its id it gives ${JSON.stringify(outcome.gave)}; it must throw.`;
    }
};

/** Below the same path, with parameters of the same names. */
function isSamePlace(address: string, recorded: string, id: string): boolean {
  const [url, right] = [new URL(address), new URL(recorded)];
  const names = ({ searchParams }: URL): string => [...searchParams.keys()].join();
  const [before = ''] = right.pathname.split([id, encodeURIComponent(id)].find((form) => right.pathname.includes(form)) ?? '/');
  const isOneId = !id.includes('/') && right.pathname !== before;
  const depth = ({ pathname }: URL): number => pathname.split('/').length;
  return (
    url.origin === right.origin &&
    url.pathname.startsWith(before) &&
    names(url) === names(right) &&
    url.hash === '' &&
    (!isOneId || depth(url) === depth(right))
  );
}

const isWord = (leaf: unknown): leaf is string => typeof leaf === 'string' && /^[a-z _-]{2,40}$/i.test(leaf);

/** A word does if the service read it as unknown, or reads the task differently with one that stood there another time. A prompt that is repeated does not. */
async function saysHowItStands(
  here: unknown,
  elsewhere: readonly { readonly word: unknown; readonly read: ServiceTask | undefined }[],
  gave: ServiceTask | undefined,
  askedWith: (word: string) => ReturnType<typeof outcomeOf<ServiceTask>>,
): Promise<boolean> {
  if (elsewhere.some(({ word, read }) => word === here && read?.statusWord === here)) return true;
  for (const word of new Set(elsewhere.map((one) => one.word))) {
    if (!isWord(word) || word === here) continue;
    const outcome = await askedWith(word);
    if ('threw' in outcome || outcome.gave.status !== gave?.status) return true;
  }
  return false;
}

/** A word that a maker may use one day is no failure, and no success. */
export const checkWords: Check = async function* (service, video, recordings) {
  const asked = callsOf(recordings, 'query').filter(({ gave }) => gave !== undefined);
  const answers = asked.flatMap(({ exchanges, gave }) => (exchanges[0] === undefined ? [] : [{ json: exchanges[0].came.json, gave }]));
  for (const { task, exchanges, gave } of asked) {
    const [first] = exchanges;
    if (first === undefined) continue;
    for (const place of placesOf(first.came.json, isWord)) {
      const here = valueAt(first.came.json, place);
      const askedWith = (word: string) => {
        const came = { ...first.came, json: changed(first.came.json, place, word) };
        const maker = playedMaker(service, saying([came, ...exchanges.slice(1).map((one) => one.came)]));
        return outcomeOf(() => video.query(task, maker.outside));
      };
      if (
        !(await saysHowItStands(
          here,
          answers.map(({ json, gave: read }) => ({ word: valueAt(json, place), read })),
          gave,
          askedWith,
        ))
      )
        continue;
      const outcome = await askedWith('dreaming');
      const what = `query(): the word "dreaming" at \`${place.join('.')}\``;
      if ('threw' in outcome) yield `${what} makes it throw; what is unknown is asked after again: \`unknown(id, word)\`.`;
      else if (outcome.gave.status !== 'unknown' && outcome.gave.status !== 'processing')
        yield `${what} is read as ${outcome.gave.status}; what is unknown is neither success nor failure: \`unknown(id, word)\`.`;
    }
  }
};

/** `idempotent` is a promise about money: the key has to reach the maker. */
export const checkKey: Check = async function* (service, video, recordings) {
  if (video.idempotent !== true) return;
  const maker = playedMaker(service, saysNothing);
  await outcomeOf(() => video.create(requestOf(service, recordings), maker.outside));
  if (maker.sent.length > 0 && !JSON.stringify(maker.sent).includes(repeatedKey))
    yield 'idempotent: is true, but create() sends `outside.key` nowhere: a repeated request would be paid for twice.';
};

/** What a page writes in place of a field. */
const hostileText = 'An option of the page';

/** A page wrote the options of `metadata`: none of them may stand where the service writes a field of its own. */
export const checkOptions: Check = async function* (service, video, recordings) {
  const request = requestOf(service, recordings);
  const { metadata } = request;
  const sentWith = async (options: object): Promise<unknown> => {
    const maker = playedMaker(service, saysNothing);
    await outcomeOf(() => video.create(structuredClone({ ...request, metadata: { ...metadata, ...options } }), maker.outside));
    return maker.sent[0]?.json ?? maker.sent[0]?.form;
  };
  const ofPage = Object.keys(metadata ?? {});
  const own = placesOf(await sentWith({}), () => true).filter((place) => !ofPage.includes(place.at(-1) ?? ''));
  const written = await sentWith(Object.fromEntries(own.map((place) => [place.at(-1), hostileText])));
  for (const place of own)
    if (valueAt(written, place) === hostileText)
      yield `create(): an option of the page stands at ${place.join('.')} in place of the service's own: spread \`optionsOf(request)\` first.`;
};

/** Of a task that has succeeded there is a first result, which wants a login and lies under an id that leads nowhere else. */
export const checkContent: Check = async function* (service, video, recordings) {
  const done = callsOf(recordings, 'query').findLast(({ gave }) => gave?.status === 'succeeded');
  if (done === undefined) return;
  const maker = playedMaker(service, saying(done.exchanges.map(({ came }) => came)));
  const { content } = video;
  if (content === undefined) {
    const now = await outcomeOf(() => video.query(done.task, maker.outside));
    if (JSON.stringify(now).includes(`"${contentUrl()}"`))
      yield 'query(): gives `contentUrl()` for a result, but there is no `content` to say where it is.';
    return;
  }
  const given = (id: string) => outcomeOf(async () => content.call(video, { ...done.task, id }, 0, maker.outside));
  const outcome = await given(done.task.id);
  if ('threw' in outcome) {
    yield `content(): throws for a task that has succeeded: ${String(outcome.threw)}`;
    return;
  }
  const { url, headers = {} } = outcome.gave ?? {};
  if (typeof url !== 'string' || !URL.canParse(url)) {
    yield `content(): gives ${JSON.stringify(outcome.gave)}; it must give { url }.`;
    return;
  }
  const { origin } = new URL(url);
  const hasLogin = Object.keys(headers).length > 0 || service.secrets.some((secret) => url.includes(encodeURIComponent(secret)));
  const asked = done.exchanges[0]?.sent.url;
  if (!hasLogin && asked !== undefined && new URL(asked).origin === origin)
    yield `content(): gives no headers for ${origin}; leave \`content\` out if the maker wants no key for the file.`;
  for (const id of strangeIds) {
    const led = await given(id);
    const there = 'gave' in led ? led.gave?.url : undefined;
    if (there !== undefined && URL.canParse(there) && !isSamePlace(there, url, done.task.id))
      yield `content(): the id ${JSON.stringify(id)} leads to ${there}: put ids through \`segment\`.`;
  }
};

/** Anyone can call the address that a maker was given. */
export const checkAnnouncement: Check = async function* (service, video, recordings) {
  if (video.webhook === undefined) return;
  const last = callsOf(recordings, 'query').findLast(({ gave }) => gave?.status === 'succeeded');
  const said = last?.exchanges.at(-1)?.came.json;
  const { id = 'task-1' } = last?.task ?? {};
  const body = { ...(isRecord(said) ? said : {}), id, task_id: id, request_id: id, status: 'OK', payload: said };
  const request = new Request('https://www.example.org/v1/hooks/h1', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const maker = playedMaker(service, saysNothing);
  const outcome = await outcomeOf(async () => video.webhook?.(request, maker.outside));
  if ('threw' in outcome || outcome.gave === undefined || outcome.gave instanceof Response) return;
  const { reading } = outcome.gave;
  if (reading.status === 'succeeded' || reading.status === 'failed')
    yield `webhook(): takes an announcement that nobody has signed, and gives ${JSON.stringify(reading)}; it must throw \`unauthorized\`.`;
};

const saying =
  (answers: readonly RecordedAnswer[]): Says =>
  (_sent, nth) => {
    const answer = answers[nth];
    return answer === undefined ? Response.json({}) : answerOf(answer);
  };

type Place = readonly string[];

/** Where in plain data the leaves are that fit. */
function placesOf(value: unknown, fits: (leaf: unknown) => boolean, place: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return fits(value) ? [place] : [];
  return Object.entries(value).flatMap(([name, inner]) => placesOf(inner, fits, [...place, name]));
}

const valueAt = (value: unknown, [name, ...rest]: Place): unknown =>
  name === undefined ? value : valueAt(Reflect.get(Object(value), name), rest);

/** A copy with another value at one place; undefined removes what stands there. */
function changed(value: unknown, [name, ...rest]: Place, leaf: unknown): unknown {
  if (name === undefined) return leaf;
  if (Array.isArray(value)) return value.map((one: unknown, at) => (String(at) === name ? changed(one, rest, leaf) : one));
  return Object.fromEntries(Object.entries(Object(value)).map(([key, one]) => [key, key === name ? changed(one, rest, leaf) : one]));
}

// What people feel of a call and of their videos: how soon they begin, what is heard where the network or the page is busy, and what they cost the page.
import { benchBusyPage } from '../busy-page.mjs';
import { figures, over } from '../figures.mjs';
import { benchMainThread } from '../main-thread.mjs';
import { benchMicrophone, benchPlayback, benchTalk, benchTruncation, peers } from '../person-calls.mjs';
import { benchGenerate, benchVideos } from '../person-videos.mjs';

const figure = figures({});
const names = {
  element: 'our element',
  session: 'our session',
  'eleven-labs': 'the client of ElevenLabs',
  wavtools: 'wavtools',
  pipecat: 'the client of Pipecat',
};

async function mainThread() {
  const title = 'Main thread of a page in a call';
  const { session, element } = await benchMainThread({ seconds: 20 });
  const row = (id, where, value, base, ratio) =>
    figure(`person.main-thread.${id}`, title, over(value, base), {
      where,
      unit: 'ms of CPU a second',
      base: 'a session without the element',
      promised: { ratio },
    });
  return [
    row('listening', 'listening', element.listening, session.listening, 2.5),
    row('speaking', 'an answer of 20 words a second', element.speaking, session.speaking, 2.5),
    row('out-of-view', 'the same, out of view', element.outOfView, session.speaking, 1.3),
  ];
}

const when = { idle: { idle: true, title: 'of a page that was idle' }, immediately: { idle: false, title: 'as soon as a page is there' } };
const tripMs = 100;
/** By three times the delay, so that what is left of it after the scripts have run is round trips alone. */
const tripsIn = (slow, slower) => (slower - slow) / (2 * tripMs);

/** Each client by itself. `mine`: what was promised of ours. */
const rowOf = (id, what, found, { unit, ...mine }) =>
  Object.entries(found).map(([name, value]) =>
    figure(`person.${id}.${name}`, what, value, { unit, where: names[name], ...(peers.includes(name) ? {} : mine) }),
  );

async function talk(id) {
  const { idle, title } = when[id];
  const slow = await benchTalk({ delayMs: tripMs, idle });
  const slower = await benchTalk({ delayMs: 3 * tripMs, idle });
  const trips = Object.fromEntries(Object.keys(slow).map((name) => [name, tripsIn(slow[name], slower[name])]));
  const most = idle ? 2 : 3;
  return [
    ...rowOf(`talk.${id}`, `Click to the first sound at the service, ${title}`, slow, {
      unit: 'ms, at 100 ms a round trip',
      promised: { value: most * tripMs + 180 },
    }),
    ...rowOf(`trips.${id}`, `Round trips until then, ${title}`, trips, { unit: 'round trips' }),
  ];
}

const generate = async (id) =>
  figure(`person.generate.${id}`, 'Click to the request for a video', await benchGenerate({ delayMs: tripMs, idle: when[id].idle }), {
    where: when[id].title,
    unit: 'ms, at 100 ms a round trip',
    promised: { value: when[id].idle ? 40 : tripMs + 80 },
  });

/** What is heard of ten seconds of speech. `promised`: of the silence of our session. */
async function playback(id, title, given, promised) {
  const found = await benchPlayback(given);
  const each = (read) => Object.fromEntries(Object.entries(found).map(([name, heard]) => [name, read(heard)]));
  const silence = each(({ silentMs }) => silentMs);
  const best = Math.min(...peers.map((name) => silence[name]));
  return [
    figure(`person.${id}.silence`, `Silence in ten seconds of speech, ${title}`, over(silence.session, Math.max(1, best)), {
      where: 'our session',
      unit: 'ms',
      base: 'the best of the other clients',
      promised,
    }),
    ...rowOf(`${id}.silence`, `Silence in ten seconds of speech, ${title}`, ofPeers(silence), { unit: 'ms' }),
    ...rowOf(
      `${id}.lost`,
      `Speech lost of ten seconds, ${title}`,
      each(({ lostMs }) => lostMs),
      { unit: 'ms', promised: { value: 0 } },
    ),
  ];
}

const ofPeers = (found) => Object.fromEntries(peers.map((name) => [name, found[name]]));

/** What the worker for sound changes. */
async function busyPage() {
  const title = 'A page that is busy for 400 ms of every second, for ten seconds';
  const { worker, page } = await benchBusyPage({ seconds: 10 });
  const row = (id, where, value, base) =>
    figure(`person.busy-page.${id}`, title, over(value, Math.max(1, base)), { where, unit: 'ms', base: 'a call without a worker' });
  return [
    row('silence', 'silence', worker.silenceMs, page.silenceMs),
    row('microphone', 'longest wait for a piece of the microphone', worker.waitMs, page.waitMs),
  ];
}

async function videos() {
  const { fileBytes, reopened, keptBytes } = await benchVideos({ counts: [12, 24], filmBytes: 8_000_000 });
  return [
    figure(
      'person.gallery',
      'Bytes of videos that a page fetches when it is opened again',
      reopened.map(({ count, bytes }) => ({ size: count, value: bytes / 1e6 })),
      { unit: 'MB', over: 'finished videos of 8 MB', promised: { value: 2 } },
    ),
    figure('person.keeping', 'Bytes fetched to keep a result', over(keptBytes / 1e6, fileBytes / 1e6), {
      unit: 'MB',
      base: 'the file',
      promised: { ratio: 1.05 },
    }),
  ];
}

export const person = {
  name: 'person',
  title: 'What people feel of a page',
  async measure() {
    const { session: truncation } = await benchTruncation({ lateMs: 200 });
    return [
      ...(await talk('idle')),
      ...(await talk('immediately')),
      await generate('idle'),
      await generate('immediately'),
      ...(await mainThread()),
      ...(await playback('jitter', 'its pieces 0-200 ms late', { lateMs: 200 }, { ratio: 0.5 })),
      figure('person.jitter.heard', 'The position reported to the service, beside what was heard', truncation, {
        unit: 'ms apart',
        promised: { value: 20 },
      }),
      ...(await playback('busy', 'on a page that is busy for 400 ms of every second', { busyMs: 400 }, { value: 0 })),
      ...(await busyPage()),
      ...rowOf('microphone', 'Microphone to service', await benchMicrophone({ seconds: 10 }), { unit: 'ms', promised: { value: 25 } }),
      ...(await videos()),
    ];
  },
};

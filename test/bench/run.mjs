// `npm run bench`: speed as ratios to something measured in the same run, and the sizes of what a page loads.
import { spawnSync } from 'node:child_process';

import { compile } from '../services.mjs';

compile();
if (spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' }).status !== 0) process.exit(1);

const { vendor } = await import('../../.build/src/core/dialects/vendor.js');
const { foldConversation, initialConversation } = await import('../../.build/src/core/store/conversation.js');
const { transcript } = await import('../../.build/src/core/store/transcript.js');
const base64 = await import('../../.build/src/core/base64.js');
const codecs = await import('../../.build/src/core/audio/codecs.js');
const { benchBase64 } = await import('./base64.mjs');
const { benchInChromium } = await import('./chromium.mjs');
const { benchElements } = await import('./elements.mjs');
const { createFoldBench } = await import('./fold.mjs');
const { benchGateway } = await import('./gateway.mjs');
const { stateBytes } = await import('./memory.mjs');
const { benchAgentsRealtime } = await import('./peers.mjs');
const { benchSizes } = await import('./sizes.mjs');
const { benchTranscript } = await import('./transcript.mjs');
const { startVideoServer } = await import('./video-server.mjs');
const { benchWorklet } = await import('./worklet.mjs');

const round = (value, digits = 2) => Number(value.toFixed(digits));
const show = (title, rows) => {
  console.log(`\n${title}`);
  console.table(rows);
};

const bench = createFoldBench({ vendor, foldConversation, initialConversation, transcript });
const inNode = {
  againstParse: bench.againstParse(),
  withHistory: bench.withHistory(100, 10_000),
  withLength: bench.withLength(12, 192),
  base64: benchBase64(base64, codecs),
  peers: await benchAgentsRealtime(),
};
const engines = { Node: inNode, Chromium: await benchInChromium('test/bench/in-page.mjs', 'benchPage') };

for (const [engine, { againstParse, withHistory, withLength, base64: audio, peers }] of Object.entries(engines)) {
  show(
    `${engine}: decode and fold, JSON.parse of the same text = 1`,
    againstParse.map(({ log, times, events, parseNs, foldNs, ratio }) => ({
      log,
      length: `${times}x`,
      events,
      'parse ns/event': Math.round(parseNs),
      'fold ns/event': Math.round(foldNs),
      ratio: round(ratio),
    })),
  );
  show(`${engine}: cost of an event as the conversation grows`, [
    { 'base = 1': '100 items', against: '10,000 items', ratio: round(withHistory.ratio) },
    { 'base = 1': 'items of 12 s', against: 'items of 192 s', ratio: round(withLength.ratio) },
  ]);
  show(
    `${engine}: 100 ms of pcm16, beside atob and btoa loops`,
    audio.map(({ name, us, times, by }) => ({ name, us: round(us, 1), 'times faster': round(times, 1), by })),
  );
  show(
    `${engine}: @openai/agents-realtime, JSON.parse of the same text = 1`,
    peers.map(({ log, events, ns, ratio }) => {
      const ours = againstParse.find((row) => row.log === log && row.times === 4);
      return { log, events, 'ns/event': Math.round(ns), ratio: round(ratio), 'ratio over ours': round(ratio / ours.ratio, 1) };
    }),
  );
}

show(
  'Node: what the audio thread does in a quantum of 128 frames (2,667 us at 48 kHz)',
  benchWorklet().map(({ name, nsPerQuantum, bytesPerQuantum }) => ({
    name,
    us: round(nsPerQuantum / 1000),
    'bytes left': bytesPerQuantum === undefined ? undefined : round(bytesPerQuantum, 2),
  })),
);

const { written, shown } = await benchTranscript();
const [bare, first] = written;
show(
  'Chromium: a written piece in a transcript, milliseconds of main thread (1,000 messages: at most 2; 4,000: at most 1.2 of that; no task over 50)',
  written.map(({ kind, messages, written: before, ms, longestMs }) => ({
    of: kind === 'ours' ? 'the element' : 'text appended to a bare list',
    messages,
    'characters before': before,
    ms: round(ms),
    'bare = 1': round(ms / bare.ms),
    'ours with 1,000 = 1': kind === 'ours' ? round(ms / (first?.ms ?? 0)) : undefined,
    'longest task ms': round(longestMs, 0),
  })),
);
show(
  'Chromium: a kept conversation seen first (no task over 50 ms)',
  shown.map(({ messages, characters, ms, longestMs }) => ({
    messages,
    characters,
    'whole after ms': round(ms, 0),
    'longest task ms': round(longestMs, 0),
  })),
);
const server = await startVideoServer();
const { restore, update, storing, submitting } = await benchInChromium('test/bench/in-video-page.mjs', 'benchVideoPage', server.url);
server.close();
show('Chromium: 10,000 videos back from storage and listed, reading the same records raw = 1', [
  { 'raw ms': round(restore.baseMs, 0), ms: round(restore.otherMs, 0), ratio: round(restore.ratio) },
]);
show(
  'Chromium: one change with 10,000 videos in the list, with 10 = 1 (through the queue at most 1.5)',
  update.map(({ name, fewUs, manyUs, ratio }) => ({
    name,
    'us with 10': round(fewUs, 1),
    'us with 10,000': round(manyUs, 1),
    ratio: round(ratio),
  })),
);
show(
  'Chromium: longest standstill of the main thread while a video is kept (stored: at most 5 ms)',
  storing.map(({ name, megabytes, ms, longestMs, worstMs }) => ({
    name,
    MB: round(megabytes, 1),
    'took ms': round(ms, 0),
    'longest ms': round(longestMs, 1),
    'worst of 9': round(worstMs, 1),
  })),
);
show(
  'Chromium: a submit, a bare request with the same body = 1',
  submitting.map(({ name, baseMs, otherMs, ratio }) => ({
    name,
    'request ms': round(baseMs),
    'submit ms': round(otherMs),
    'more ms': round(otherMs - baseMs),
    ratio: round(ratio),
  })),
);
const elements = await benchElements();
show(
  'Chromium: an element from its script to its first control, and its heap; one bare button of lit = 1 (time at most 2, heap at most 3)',
  elements.start.map(({ name, ms, bytes, timeRatio, heapRatio }) => ({
    name,
    ms: round(ms, 1),
    'times as long': round(timeRatio),
    'heap MB': round(bytes / 1e6),
    'times the heap': round(heapRatio),
  })),
);
show(
  'Chromium: a gallery of many videos, ms of the main thread (no task over 50; a standstill may be several)',
  elements.gallery.map(({ count, firstMs, updateMs, searchMs, olderMs, shown, allUpdateMs, typeMs, scrollMs, longTaskMs }) => ({
    videos: count,
    'longest at first show': round(firstMs, 1),
    'a change of one': round(updateMs),
    'a letter of a search': round(searchMs),
    'longest while older ones come': round(olderMs, 1),
    'on the page then': shown,
    'a change of one then': round(allUpdateMs),
    'a letter of the prompt then': round(typeMs),
    'longest while scrolling': round(scrollMs, 1),
    'longest task over 50': round(longTaskMs, 0),
  })),
);
const { speed, memory, sockets } = await benchGateway();
show(
  'Gateway: requests per second through it over those straight to the same service (the local one, or one that takes its time: at least 0.6)',
  speed.map(({ service, request, direct, directP99, gateway, gatewayP99, us, ratio }) => ({
    service,
    request,
    'straight/s': Math.round(direct),
    'p99 ms': round(directP99, 1),
    'through/s': Math.round(gateway),
    'its p99 ms': round(gatewayP99, 1),
    'processor us/request': Math.round(us),
    ratio: round(ratio),
  })),
);
show(
  'Gateway: heap after a collection (flat)',
  memory.map(({ requests, heap, rss }) => ({ requests, 'heap MB': round(heap / 1e6), 'process MB': round(rss / 1e6, 0) })),
);
show('Gateway: relayed sockets, all echoing small events at once', [
  {
    sockets: sockets.count,
    'bytes per idle socket': Math.round(sockets.heapEach),
    echoes: sockets.echoes,
    'echoes/s': Math.round(sockets.perSecond),
    'p99 ms': round(sockets.p99, 0),
  },
]);
show('State kept', [{ after: '20 minutes of speech', kB: round(stateBytes(bench.foldAll, 20) / 1000, 0) }]);
show('Script-tag builds, bytes', benchSizes());

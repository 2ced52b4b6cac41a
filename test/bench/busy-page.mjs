// A call on a page that is busy 400 ms of every second: what leaves the page for the ear, and when the microphone's pieces come to the service.
import { readFileSync } from 'node:fs';

import puppeteer from 'puppeteer-core';

import { findChromium } from '../chromium.mjs';
import { startCallService } from './call-service.mjs';

const dist = new URL('../../dist/cdn/', import.meta.url);

function fileOf(path) {
  if (path === '/') return { type: 'text/html', body: '<!doctype html><title>bench</title>' };
  try {
    return { type: 'text/javascript', body: readFileSync(new URL(`.${path}`, dist)) };
  } catch {
    return undefined;
  }
}

/** In the page: a call whose sound is recorded. */
async function openCall(library) {
  const blocks = [];
  const { connect } = AudioNode.prototype;
  const recorder = `registerProcessor('recorder', class extends AudioWorkletProcessor {
    process([[samples]]) { this.port.postMessage(samples?.slice() ?? new Float32Array(128)); return true; }
  })`;
  const record = async (node) => {
    await node.context.audioWorklet.addModule(URL.createObjectURL(new Blob([recorder], { type: 'text/javascript' })));
    const tap = new AudioWorkletNode(node.context, 'recorder', { channelCount: 1, channelCountMode: 'explicit' });
    tap.port.addEventListener('message', ({ data }) => blocks.push(data));
    tap.port.start();
    connect.call(node, tap);
    connect.call(tap, node.context.destination);
    globalThis.rateHz = node.context.sampleRate;
  };
  AudioNode.prototype.connect = function (target, ...rest) {
    if (target instanceof MediaStreamAudioDestinationNode) void record(this);
    return Reflect.apply(connect, this, [target, ...rest]);
  };
  const { createRealtimeSession } = await import(library);
  const session = createRealtimeSession({ baseUrl: location.origin, model: 'bench', transports: ['websocket'] });
  await session.connect();
  await session.setMicrophone(true);
  setInterval(() => {
    for (const end = performance.now() + 400; performance.now() < end;);
  }, 1000);
  /** Of each 10 ms since the first sound, how loud it was. */
  globalThis.loudness = () => {
    const samples = blocks.flatMap((block) => [...block]);
    const length = globalThis.rateHz / 100;
    const from = samples.findIndex((value) => Math.abs(value) > 0.01);
    return Array.from({ length: Math.floor((samples.length - from) / length) }, (_, at) =>
      Math.max(...samples.slice(from + at * length, from + (at + 1) * length).map(Math.abs)),
    );
  };
}

/** A machine that is busy itself holds one run up. */
const runs = 3;
const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];
const medians = (found) => ({
  silenceMs: median(found.map(({ silenceMs }) => silenceMs)),
  waitMs: median(found.map(({ waitMs }) => waitMs)),
});

/** Milliseconds: of silence in all, and the longest that a piece of the microphone was waited for. */
export async function benchBusyPage({ seconds }) {
  const service = await startCallService(fileOf);
  const browser = await puppeteer.launch({ ...(await findChromium()), protocolTimeout: 300_000 });
  const found = {};
  try {
    for (const name of Array.from({ length: runs }, () => ['worker', 'page']).flat()) {
      const page = await browser.newPage();
      page.on('pageerror', (error) => console.error(error));
      if (name === 'page') await page.evaluateOnNewDocument(() => delete globalThis.Worker);
      await page.goto(service.url);
      await page.evaluate(openCall, '/core.js');
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const before = service.pieces().length;
      service.speaking(true);
      await new Promise((resolve) => setTimeout(resolve, (seconds + 2) * 1000));
      const pieces = service.pieces().slice(before);
      const loudness = (await page.evaluate(() => globalThis.loudness())).slice(0, 100 * seconds);
      const silenceMs = 10 * loudness.filter((loud) => loud < 0.01).length;
      const waitMs = Math.max(...pieces.slice(1).map((at, index) => at - pieces[index]));
      (found[name] ??= []).push({ silenceMs, waitMs });
      await page.close();
    }
    return { worker: medians(found.worker), page: medians(found.page) };
  } finally {
    await browser.close();
    service.close();
  }
}

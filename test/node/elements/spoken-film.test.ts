// A spoken conversation saved as a video from the menu, over both transports, and judged by ffmpeg: every frame, the sound as long as the pictures, and the
// words in the picture while they are heard.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import type { Browser, Page } from 'puppeteer-core';
import { encodeWav, speak } from 'voxreel/local';

import { hearAnswer, hearSilence, openPage, press, waitForText, type Problem } from '../spoken-page.js';
import { launchChromium } from './element-site.js';
import { startSiteServer, type SiteServer } from './site-server.js';

const asked = 'What can you hear of my voice?';
const policy = "default-src 'self'; worker-src 'self'; require-trusted-types-for 'script'";
const missing = spawnSync('ffprobe', ['-version']).error === undefined ? false : 'ffmpeg is not installed';
const fps = 24;
const titleS = 2.5;

/** What the page saves. */
const savedFile = async (page: Page): Promise<Buffer> => {
  await page.waitForFunction(() => 'saved' in globalThis);
  const base64 = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const reader = new FileReader();
        reader.addEventListener('load', () => resolve((reader.result as string).split(',')[1] ?? ''));
        reader.readAsDataURL((globalThis as unknown as { saved: Blob }).saved);
      }),
  );
  return Buffer.from(base64, 'base64');
};

const pressItem = (page: Page, pattern: string) => page.locator(`realtime-voice >>> [role=menuitem] ::-p-text(${pattern})`).click();

describe('a spoken conversation as a video', { skip: missing }, () => {
  let browser: Browser;
  let site: SiteServer;
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'voxreel-film-'));
    const { samples, sampleRateHz } = await speak(asked, { voice: 'alloy' });
    const spoken = new Int16Array(samples.length + 180 * sampleRateHz);
    spoken.set(samples, 3 * sampleRateHz);
    const microphone = join(folder, 'microphone.wav');
    writeFileSync(microphone, encodeWav(spoken, sampleRateHz));
    browser = await launchChromium([`--use-file-for-fake-audio-capture=${microphone}`]);
    site = await startSiteServer({ local: { recognise: (sound) => (sound.length > 12_000 ? asked : undefined) } });
  });
  after(async () => {
    await browser?.close();
    await site?.close();
    rmSync(folder, { recursive: true });
  });

  for (const transport of ['websocket', 'webrtc'])
    it(`is decoded with its sound and its words over ${transport}`, async () => {
      const problems: Problem[] = [];
      const page = await openPage(browser, problems);
      await page.evaluateOnNewDocument(() => {
        const make = URL.createObjectURL;
        URL.createObjectURL = (object: Blob | MediaSource) => {
          if (object instanceof Blob && object.type.startsWith('video/')) Object.assign(globalThis, { saved: object });
          return make.call(URL, object);
        };
      });
      await page.goto(`${site.url}${site.page(`<realtime-voice record transcribe transport="${transport}"></realtime-voice>`, policy)}`);
      await page.locator('realtime-voice >>> .talk').click();
      await waitForText(page, /What can you hear of my voice/);
      await hearAnswer(page);
      await hearSilence(page);
      await press(page, 'Hang up');
      await press(page, 'More');
      await pressItem(page, 'Save as video');
      // The sheet loads when it is asked for.
      const field = await page.waitForSelector('realtime-voice >>> .film [name=title]');
      const title = await field?.evaluate((shown) => (shown as HTMLInputElement).value);
      assert.equal(title, asked);
      await page.locator('realtime-voice >>> .film .keys button').click();
      const file = join(folder, `${transport}.video`);
      writeFileSync(file, await savedFile(page));
      await page.close();
      assert.deepEqual(problems, []);
      check(file);
    });
});

function check(file: string): void {
  const { streams, format } = JSON.parse(
    execFileSync('ffprobe', ['-v', 'error', '-of', 'json', '-show_format', '-show_streams', '-count_frames', file], { encoding: 'utf8' }),
  ) as { streams: { codec_type: string; width?: number; height?: number; nb_read_frames: string }[]; format: { duration: string } };
  const video = streams.find(({ codec_type: type }) => type === 'video');
  assert.deepEqual([video?.width, video?.height], [1280, 720]);
  const frames = Number(video?.nb_read_frames);
  assert.ok(frames > 5 * fps, `${frames} frames`);
  assert.ok(Math.abs(Number(format.duration) - frames / fps) <= 1 / fps, `${format.duration} s of ${frames} frames`);
  const rateHz = 24_000;
  const sound = decoded(file, ['-map', '0:a', '-ac', '1', '-ar', String(rateHz), '-f', 's16le']);
  assert.ok(Math.abs(sound.length / 2 / rateHz - frames / fps) <= 1 / fps, `${sound.length / 2 / rateHz} s of sound, ${frames} frames`);
  // The share of ink where words stand: nothing else is drawn there.
  const gray = decoded(file, ['-map', '0:v', '-vf', 'crop=1080:220:100:440,scale=1:1:flags=area', '-pix_fmt', 'gray', '-f', 'rawvideo']);
  assert.equal(gray.length, frames);
  const paper = gray[Math.round(titleS * fps) + 2] ?? 0;
  const isWritten = Array.from(gray, (value) => Math.abs(value - paper) >= 2);
  const isLoud = isWritten.map((_, frame) => loudness(sound, Math.round((frame * rateHz) / fps), rateHz / fps) > 0.02);
  const loud = isLoud.flatMap((value, frame) => (value ? [frame] : []));
  const covered = loud.filter((frame) => isWritten[frame]).length / loud.length;
  assert.ok(covered > 0.85, `words cover ${covered} of what is heard`);
  const firstWritten = isWritten.indexOf(true);
  assert.ok(Math.abs(firstWritten - (loud[0] ?? NaN)) <= 0.6 * fps, `heard from frame ${loud[0]}, written from ${firstWritten}`);
}

function loudness(sound: Buffer, from: number, length: number): number {
  let sum = 0;
  for (let at = from; at < from + length && at * 2 + 1 < sound.length; at += 1) sum += (sound.readInt16LE(at * 2) / 32_768) ** 2;
  return Math.sqrt(sum / length);
}

const decoded = (file: string, options: readonly string[]): Buffer =>
  execFileSync('ffmpeg', ['-v', 'error', '-i', file, ...options, '-'], { maxBuffer: 64_000_000 });

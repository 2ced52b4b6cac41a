// What a visitor with a voice does on a page with both elements: a spoken microphone, the answer measured by ear, a video played.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, Page } from 'puppeteer-core';
import { encodeWav, speak } from 'voxreel/local';

/** A question, and then silence until the file begins again. */
export async function writeMicrophone(folder: string): Promise<string> {
  const { samples, sampleRateHz } = await speak('Hello there. What can you hear of my voice?', { voice: 'alloy' });
  const spoken = new Int16Array(samples.length + 12 * sampleRateHz);
  spoken.set(samples, sampleRateHz);
  const path = join(folder, 'microphone.wav');
  writeFileSync(path, encodeWav(spoken, sampleRateHz));
  return path;
}

export interface Problem {
  readonly what: string;
}

/** A page that notes errors and policy violations, and keeps the streams that are played, to measure them. */
export async function openPage(browser: Browser, problems: Problem[]): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => problems.push({ what: String(error) }));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push({ what: message.text() });
  });
  await page.exposeFunction('noteViolation', (what: string) => void problems.push({ what }));
  await page.evaluateOnNewDocument(() => {
    const scope = globalThis as unknown as { played: MediaStream[]; noteViolation(what: string): void };
    scope.played = [];
    addEventListener('securitypolicyviolation', (event) =>
      scope.noteViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
    );
    const property = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'srcObject');
    Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', {
      get(this: HTMLMediaElement): unknown {
        return property?.get?.call(this);
      },
      set(this: HTMLMediaElement, stream: unknown) {
        if (stream instanceof MediaStream) scope.played.push(stream);
        property?.set?.call(this, stream);
      },
    });
  });
  return page;
}

/** In the page: the RMS of what it plays, once it is above a level (negative: below it) or a minute has passed, and what was listened to. */
async function listen(level: number): Promise<{ loudness: number; listenedTo: string }> {
  const { played } = globalThis as unknown as { played: MediaStream[] };
  const samples = new Float32Array(8192);
  const listenedTo: string[] = [];
  let loudness = Number.NaN;
  const isDone = () => (level > 0 ? loudness > level : loudness < -level);
  // A context whose device never starts hears nothing, however loud the page is: another one every ten seconds.
  for (let contexts = 0; contexts < 6 && !isDone(); contexts++) {
    const context = new AudioContext();
    const taps = new Map<MediaStream, AnalyserNode>();
    for (let tries = 0; tries < 50 && !isDone(); tries++) {
      for (const stream of played.filter((one) => one.getAudioTracks().length > 0 && !taps.has(one))) {
        const tap = new AnalyserNode(context, { fftSize: samples.length });
        context.createMediaStreamSource(stream).connect(tap);
        taps.set(stream, tap);
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
      // Before it has heard as much as it measures, a context is silent whatever is played.
      if (context.currentTime < samples.length / context.sampleRate) continue;
      loudness = 0;
      for (const tap of taps.values()) {
        tap.getFloatTimeDomainData(samples);
        loudness = Math.max(loudness, Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length));
      }
    }
    const tracks = [...taps.keys()].flatMap((stream) =>
      stream.getAudioTracks().map((track) => `${track.readyState}${track.muted ? ', muted' : ''}`),
    );
    listenedTo.push(`${context.state} context at ${context.currentTime.toFixed(1)} s: ${tracks.join(' and ') || 'no track'}`);
    await context.close();
  }
  return { loudness, listenedTo: listenedTo.join('; ') };
}

/** Waits until what the page plays is as loud as speech. */
export async function hearAnswer(page: Page): Promise<void> {
  const { loudness, listenedTo } = await page.evaluate(listen, 0.02);
  assert.ok(loudness > 0.02, `No answer was heard (RMS ${loudness}): ${listenedTo}; ${await voiceText(page)}; ${await shown(page)}`);
}

/** Waits until the page plays nothing. */
export async function hearSilence(page: Page): Promise<void> {
  const { loudness, listenedTo } = await page.evaluate(listen, -0.001);
  assert.ok(loudness < 0.001, `The page was never silent (RMS ${loudness}): ${listenedTo}`);
}

const voiceText = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      (document.querySelector('realtime-voice')?.shadowRoot?.querySelector('[part~="transcript"]') as HTMLElement | null)?.innerText ?? '',
  );

export async function waitForText(page: Page, pattern: RegExp): Promise<string> {
  for (let tries = 0; tries < 300; tries++) {
    const said = await voiceText(page);
    if (pattern.test(said)) return said;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return assert.fail(`The transcript never said ${pattern}: ${await voiceText(page)}`);
}

/** The first video of the gallery, once it can be played; it is played to be sure. */
export const playVideo = (page: Page): Promise<{ duration: number; width: number; height: number; moved: boolean }> =>
  page.evaluate(async () => {
    const root = document.querySelector('video-generator')?.shadowRoot;
    const find = () => root?.querySelector('video');
    for (let tries = 0; tries < 600 && (find()?.readyState ?? 0) < 2; tries++) {
      root?.querySelector<HTMLElement>('button.play')?.click();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const video = find();
    if (!video) throw new Error('No video came.');
    video.muted = true;
    await video.play();
    await new Promise((resolve) => video.addEventListener('timeupdate', resolve, { once: true }));
    return { duration: video.duration, width: video.videoWidth, height: video.videoHeight, moved: video.currentTime > 0 };
  });

/** What a visitor would have seen in place of what a test waited for. */
const shown = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const frame = new Promise<string>((resolve) => requestAnimationFrame(() => resolve('draws frames')));
    const none = new Promise<string>((resolve) => setTimeout(() => resolve('draws no frame'), 5000));
    const elements = ['video-generator', 'realtime-voice'].map((name) => {
      const { shadowRoot } = document.querySelector(name) ?? {};
      const buttons = [...(shadowRoot?.querySelectorAll('button') ?? [])].map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return `${each.ariaLabel ?? each.textContent.trim()}${each.disabled ? ' (disabled)' : ''} at ${[x, y, width, height].map(Math.round).join(' ')}`;
      });
      return `${name}: ${buttons.join(', ')}`;
    });
    return [document.readyState, await Promise.race([frame, none]), ...elements].join('; ');
  });

export async function press(page: Page, name: string): Promise<void> {
  try {
    await page.locator(`>>> button[aria-label="${name}"]`).click();
  } catch (cause) {
    throw new Error(`${name} could not be pressed: ${await shown(page)}`, { cause });
  }
}

// A call in a small window above everything else: both voices, the newest words, mute and hang up. A page of its own where the browser has
// Document Picture-in-Picture (https://wicg.github.io/document-picture-in-picture/), else a video of the same. Loaded with the menu that offers it.
import { html, render, type ReactiveController } from 'lit';

import type { Levels } from '../../core/realtime/speech/voice.js';
import { buttons } from '../shared/buttons.styles.js';
import { hangUpIcon, microphoneIcon, microphoneOffIcon } from '../shared/icons.js';
import { languageOf } from '../shared/language-controller.js';
import { beatMs } from './beat.js';
import { floatingStyles } from './floating-window.styles.js';
import type { MediaCall } from './media-controls.js';
import { drawTrace, paintTrace, sizeOf, traceColors, TraceBars, type TraceColors } from './trace-bars.js';
import type { VoiceElement } from './voice-element.js';
import { voiceWords } from './voice-words.js';

export interface FloatingCall extends MediaCall {
  /** Undefined while nothing sounds. */
  readonly levels: Levels | undefined;
  /** The newest words. */
  readonly caption: string | undefined;
}

interface FloatingView {
  /** While something sounds. */
  readonly drawBars: () => void;
  /** Where words or the microphone have changed. */
  readonly drawAll: () => void;
  readonly close: () => void;
}

type PageWindow = Window & typeof globalThis;

interface DocumentPictureInPicture {
  requestWindow(options: { width: number; height: number }): Promise<PageWindow>;
}

const pageWindows = (): DocumentPictureInPicture | undefined =>
  (globalThis as { readonly documentPictureInPicture?: DocumentPictureInPicture }).documentPictureInPicture;

/** Firefox has neither. */
export const canFloat = (): boolean =>
  pageWindows() !== undefined || (document.pictureInPictureEnabled && 'requestPictureInPicture' in HTMLVideoElement.prototype);

const size = { width: 360, height: 150 };
const tokens = ['ink', 'paper', 'line', 'accent', 'live', 'on-live', 'radius', 'size', 'size-small'].map((name) => `--_${name}`);

export class FloatingWindow implements ReactiveController {
  readonly #element: VoiceElement;
  readonly #call: FloatingCall;
  readonly #bars = new TraceBars();
  #close: (() => void) | undefined;
  #draw: () => void = ignored;
  /** What is shown of the words. */
  #caption: string | undefined;

  constructor(element: VoiceElement, call: FloatingCall) {
    this.#element = element;
    this.#call = call;
    element.addController(this);
  }

  /** To be called in a gesture; rejects where the browser refuses. One that is open stays. */
  async open(): Promise<void> {
    if (this.#close !== undefined) return;
    const windows = pageWindows();
    await (windows === undefined ? this.#openVideo() : this.#openPage(await windows.requestWindow(size)));
  }

  hostUpdated(): void {
    if (this.#call.up) this.#draw();
    else this.#close?.();
  }

  hostDisconnected(): void {
    this.#close?.();
  }

  #openPage(page: PageWindow): void {
    const { body, documentElement: root } = page.document;
    this.#dress(page);
    const drawWords = () => render(this.#page(), body);
    drawWords();
    const canvas = body.querySelector('canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return page.close();
    const drawBars = () => {
      const scale = page.devicePixelRatio || 1;
      const colors = traceColors(page.getComputedStyle(canvas));
      paintTrace(context, { ...sizeOf(canvas, scale), past: this.#bars.past, colors });
    };
    const drawAll = () => {
      drawWords();
      root.lang = languageOf(this.#element).tag;
    };
    // Its own timers run while the page itself is out of sight.
    page.addEventListener('pagehide', this.#run(page, { drawBars, drawAll, close: () => page.close() }));
  }

  /** The element's own colors and type, as they are where it stands. */
  #dress(page: PageWindow): void {
    const style = getComputedStyle(this.#element);
    const { documentElement: root, adoptedStyleSheets } = page.document;
    const sheet = new page.CSSStyleSheet();
    sheet.replaceSync(buttons.cssText + floatingStyles.cssText);
    adoptedStyleSheets.push(sheet);
    page.document.title = this.#call.name;
    root.style.colorScheme = style.colorScheme;
    root.style.fontFamily = style.fontFamily;
    for (const name of tokens) root.style.setProperty(name, style.getPropertyValue(name));
  }

  #page(): unknown {
    const { muted, name, caption } = this.#call;
    const words = voiceWords.wordsFor(languageOf(this.#element));
    const label = muted ? words.unmute : words.mute;
    return html`<main>
      <h1>${name}</h1>
      <canvas aria-hidden="true"></canvas>
      <p>${caption}</p>
      <div>
        <button class="button round" aria-label=${label} title=${label} @click=${() => this.#call.mute(!muted)}>
          ${muted ? microphoneOffIcon : microphoneIcon}
        </button>
        <button class="button round end" aria-label=${words.hangUp} title=${words.hangUp} @click=${() => this.#call.hangUp()}>
          ${hangUpIcon}
        </button>
      </div>
    </main>`;
  }

  /** Mute and hang up are the browser's then: it takes them from the media session. */
  async #openVideo(): Promise<void> {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 300 });
    const context = canvas.getContext('2d');
    const frame = this.#element.renderRoot.querySelector('.frame') ?? this.#element;
    const style = getComputedStyle(frame);
    const colors = traceColors(getComputedStyle(this.#element.renderRoot.querySelector('.trace') ?? frame));
    const draw = () => context && this.#drawFrame(context, style, colors);
    draw();
    const video = document.createElement('video');
    video.muted = true;
    video.srcObject = canvas.captureStream();
    await video.play();
    await video.requestPictureInPicture();
    const close = () => {
      if (document.pictureInPictureElement === video) document.exitPictureInPicture().catch(() => undefined);
    };
    video.addEventListener('leavepictureinpicture', this.#run(window, { drawBars: draw, drawAll: draw, close }));
  }

  #drawFrame(context: CanvasRenderingContext2D, { backgroundColor, color, fontFamily }: CSSStyleDeclaration, colors: TraceColors): void {
    const { width, height } = context.canvas;
    context.fillStyle = backgroundColor;
    context.fillRect(0, 0, width, height);
    context.save();
    context.scale(2, 2);
    drawTrace({ context, width: width / 2, height: height / 4 }, this.#bars.past, colors);
    context.restore();
    context.fillStyle = color;
    context.font = `30px ${fontFamily}`;
    context.textAlign = 'center';
    for (const [index, line] of lastLines(context, this.#call.caption ?? '', width - 40).entries())
      context.fillText(line, width / 2, height / 2 + 60 + index * 42);
  }

  /** Draws while it is open. Returns what ends that. */
  #run(timers: Pick<Window, 'setInterval' | 'clearInterval'>, { drawBars, drawAll, close }: FloatingView): () => void {
    const timer = timers.setInterval(() => {
      const { levels, caption } = this.#call;
      if (caption !== this.#caption) this.#draw();
      if (levels !== undefined && this.#bars.add(levels)) drawBars();
    }, beatMs);
    const end = () => {
      if (this.#close !== end) return;
      this.#close = undefined;
      this.#draw = ignored;
      this.#bars.clear();
      timers.clearInterval(timer);
      close();
    };
    this.#close = end;
    this.#draw = () => {
      this.#caption = this.#call.caption;
      drawAll();
    };
    this.#draw();
    drawBars();
    return end;
  }
}

function ignored(): void {}

/** The end of the text, as it fits into two lines. */
function lastLines(context: CanvasRenderingContext2D, text: string, width: number): readonly string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.slice(-2);
}

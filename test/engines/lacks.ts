// What the engines of `npm run test:engines` cannot do, or cannot be made to do by a test, and why: the only reasons for which a test is skipped.

type Engine = 'chromium' | 'firefox' | 'webkit';

/** What a test may need. */
export type Power =
  | 'websocket'
  | 'webrtc'
  | 'round trip'
  | 'touch'
  | 'media features'
  | 'file dialog'
  | 'strict decoder'
  | 'webp'
  | 'image decoder'
  | 'loudspeakers'
  | 'stored Blobs';

const noCommand = 'WebDriver has no command for it';
const lenient = 'it draws as much of a picture as there is';
const firefox = Number(/Firefox\/(\d+)/.exec(navigator.userAgent)?.[1]);
/** The version of Debian 12. */
const old = firefox < 153 ? { 'file dialog': 'Firefox 140 tells WebDriver of none', 'round trip': 'Firefox 140 does not measure it' } : {};

const lacks: Readonly<Record<Engine, Readonly<Partial<Record<Power, string>>>>> = {
  chromium: {},
  firefox: {
    ...old,
    'strict decoder': lenient,
  },
  webkit: {
    webrtc: "Debian's WebKitGTK is built without RTCPeerConnection",
    touch: noCommand,
    'media features': noCommand,
    'file dialog': noCommand,
    'strict decoder': lenient,
    webp: 'WebKitGTK reads WebP and writes none',
    'image decoder': 'WebKitGTK has no ImageDecoder to judge by',
    loudspeakers: 'WebKitGTK has no setSinkId',
    'stored Blobs': 'in a private session, as WebDriver has, WebKitGTK takes no Blob into IndexedDB',
  },
};

export const engine: Engine = navigator.userAgent.includes('Firefox/')
  ? 'firefox'
  : navigator.userAgent.includes('Chrome/')
    ? 'chromium'
    : 'webkit';

/** `it` and `describe` for what needs these powers: where the engine lacks one, the name says why it is skipped. */
export function needing(...powers: readonly Power[]) {
  const missing = powers.find((power) => !has(power));
  const titled = (title: string) => (missing === undefined ? title : `${title} [no ${missing}: ${lacks[engine][missing]}]`);
  return {
    it: (title: string, body: Mocha.AsyncFunc) => (missing === undefined ? it : it.skip)(titled(title), body),
    describe: (title: string, body: () => void) => (missing === undefined ? describe : describe.skip)(titled(title), body),
  };
}

/** Does the engine have it? For what a test does otherwise then. */
export const has = (power: Power): boolean => lacks[engine][power] === undefined;

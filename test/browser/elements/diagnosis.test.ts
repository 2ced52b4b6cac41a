// The mistakes that sites make: what a visitor reads, and what the developer sees, in the console and on this machine in the element.
import { expect, fixture, html } from '@open-wc/testing';

import 'voxreel/define';
import type { RealtimeVoice, VideoGenerator } from 'voxreel';
import { needing, type Power } from '../../engines/lacks.js';
import { strictFrame } from '../strict-frame.js';
import { until } from './until.js';

interface Addresses {
  readonly broken: string;
  readonly nothing: string;
  readonly gateway: string;
}

let addresses: Addresses;
let count = 0;
let warnings: string[] = [];
const { warn } = console;

before(async () => void (addresses = (await (await fetch('/test-service.json')).json()) as Addresses));
beforeEach(() => {
  warnings = [];
  console.warn = (...said: unknown[]) => void warnings.push(said.join(' '));
});
afterEach(() => void (console.warn = warn));

/** An address of the broken service that no test had before: what was reported once is reported again for it. */
const broken = (mistake: string): string => `${addresses.broken}/${mistake}/${(count += 1)}`;
const posts = async (): Promise<readonly string[]> => (await (await fetch(`${addresses.broken}/posts`)).json()) as string[];

type Attributes = Readonly<Record<string, string>>;

const shownIn = (element: Element): string =>
  (element.shadowRoot?.textContent ?? '').replaceAll(/[\u2068\u2069]/g, '').replaceAll(/\s+/g, ' ');
const shows = (element: Element, text: string) => until(() => (shownIn(element).includes(text) ? true : undefined), text);
const told = () => until(() => warnings.find((line) => line.startsWith('[voxreel]')), 'a warning');

async function video(attributes: Attributes): Promise<VideoGenerator> {
  const element = document.createElement('video-generator');
  for (const [name, value] of Object.entries({ persist: 'none', name: `mistakes ${(count += 1)}`, ...attributes }))
    element.setAttribute(name, value);
  await fixture(html`${element}`);
  await element.generate({ prompt: 'A heron over water' });
  return element;
}

async function voice(attributes: Attributes, set: (element: RealtimeVoice) => void = () => {}): Promise<RealtimeVoice> {
  const element = document.createElement('realtime-voice');
  for (const [name, value] of Object.entries({ modalities: 'text', ...attributes })) element.setAttribute(name, value);
  set(element);
  await fixture(html`${element}`);
  void element.connect().catch(() => undefined);
  return element;
}

interface Mistake {
  readonly name: string;
  /** The anchor in the guide. */
  readonly cause: string;
  readonly attributes: () => Attributes;
  readonly of: readonly ('video' | 'voice')[];
  readonly visitor: string;
  /** What the developer sees, beside the address. */
  readonly developer: readonly string[];
  readonly needs?: readonly Power[];
}

const setup = 'This page is not set up correctly.';
const both = ['video', 'voice'] as const;
const model = 'a-model';

const mistakes: readonly Mistake[] = [
  {
    name: 'no base-url',
    cause: 'no-base-url',
    of: both,
    attributes: () => ({ model }),
    visitor: setup,
    developer: [location.origin, '404', 'Set base-url'],
  },
  {
    name: 'a path that answers 404',
    cause: 'not-found',
    of: both,
    attributes: () => ({ model, 'base-url': broken('missing') }),
    visitor: setup,
    developer: ['POST', '404', 'Set base-url'],
  },
  {
    name: 'a base-url that ends in /v1',
    cause: 'doubled-path',
    of: both,
    attributes: () => ({ model, 'base-url': `${broken('missing')}/v1` }),
    visitor: setup,
    developer: ['/v1/v1/', 'leave it out of base-url'],
  },
  {
    name: 'a path that answers a web page',
    cause: 'html',
    of: both,
    attributes: () => ({ model, 'base-url': broken('page') }),
    visitor: setup,
    developer: ['is a web page', 'base-url'],
  },
  {
    name: 'a base-url that is no address',
    cause: 'bad-url',
    of: both,
    attributes: () => ({ model, 'base-url': `https://[${(count += 1)}` }),
    visitor: '',
    developer: ['is not an address', 'base-url'],
  },
  {
    name: 'no login',
    cause: 'unauthorized',
    of: both,
    attributes: () => ({ model, 'base-url': broken('login') }),
    visitor: 'You are not signed in.',
    developer: ['401', 'headers', 'authorize'],
  },
  {
    name: 'an origin that is not allowed',
    cause: 'forbidden',
    of: both,
    attributes: () => ({ model, 'base-url': broken('closed') }),
    visitor: setup,
    developer: ['403', `Add ${location.origin} to origins`],
  },
  {
    name: 'a name that the gateway does not answer to',
    cause: 'host-name',
    of: both,
    attributes: () => ({ model, 'base-url': broken('named') }),
    visitor: '',
    developer: ['403', '--name 127.0.0.1:'],
  },
  {
    name: 'a key that the service rejects',
    cause: 'upstream-key',
    of: both,
    attributes: () => ({ model, 'base-url': broken('key') }),
    visitor: setup,
    developer: ['500', 'apiKey'],
  },
  {
    name: 'no CORS headers',
    cause: 'cors',
    of: both,
    attributes: () => ({ model, 'base-url': broken('no-cors') }),
    visitor: setup,
    developer: ['no CORS headers', `Add ${location.origin}`],
  },
  {
    name: 'a preflight that is refused',
    cause: 'preflight',
    of: both,
    attributes: () => ({ model, 'base-url': broken('no-preflight') }),
    visitor: setup,
    developer: ['preflight', 'nothing was sent'],
  },
  {
    name: 'nothing that listens',
    cause: 'unreachable',
    of: both,
    attributes: () => ({ model, 'base-url': `${addresses.nothing}/${(count += 1)}` }),
    visitor: 'The service cannot be reached.',
    developer: ['Nothing answers', 'Start the gateway'],
  },
  {
    name: 'no model, where the service has none',
    cause: 'no-model',
    of: both,
    attributes: () => ({ 'base-url': broken('no-models') }),
    visitor: setup,
    developer: ['/v1/models', 'Set model'],
  },
  {
    name: 'no model, where nothing listens',
    cause: 'unreachable',
    of: both,
    attributes: () => ({ 'base-url': `${addresses.nothing}/${(count += 1)}` }),
    visitor: '',
    developer: ['/v1/', 'Start the gateway'],
  },
  {
    name: 'a model that the service does not have',
    cause: 'unknown-model',
    of: both,
    attributes: () => ({ model, 'base-url': broken('other-models') }),
    visitor: setup,
    developer: ['a-model', 'Set model to one', ': a-'],
  },
  {
    name: 'no token endpoint',
    cause: 'no-token',
    of: ['voice'],
    attributes: () => ({ model, 'base-url': broken('no-token') }),
    visitor: setup,
    developer: ['POST', '/v1/realtime/sessions', '404', 'token-url'],
  },
  {
    name: 'a token-url that answers 404',
    cause: 'no-token',
    of: ['voice'],
    attributes: () => ({ model, 'base-url': broken('no-realtime'), 'token-url': broken('missing') }),
    visitor: setup,
    developer: ['POST', '/missing/', '404', 'token-url'],
  },
  {
    name: 'a server without WebSocket',
    cause: 'no-websocket',
    of: ['voice'],
    attributes: () => ({ model, 'base-url': broken('no-realtime'), transport: 'websocket' }),
    visitor: setup,
    developer: ['/v1/realtime', 'plain HTTP (404)', 'Upgrade'],
  },
  {
    name: 'a server without WebRTC',
    cause: 'no-webrtc',
    of: ['voice'],
    attributes: () => ({ model, 'base-url': broken('no-realtime'), transport: 'webrtc' }),
    needs: ['webrtc'],
    visitor: setup,
    developer: ['POST', '404', 'transport="websocket"'],
  },
];

for (const { name, cause, of, attributes, visitor, developer, needs = [] } of mistakes) {
  for (const kind of of) {
    needing(...needs).it(`${name}: <${kind === 'video' ? 'video-generator' : 'realtime-voice'}> tells visitor and developer`, async () => {
      const element = await { video, voice }[kind](attributes());
      const warning = await told();
      expect(warning).to.match(new RegExp(`/guides/troubleshooting\\.html#${cause}$`));
      for (const part of [...developer, kind === 'video' ? '<video-generator>:' : '<realtime-voice>:']) expect(warning).to.include(part);
      await shows(element, visitor);
      if (visitor === setup) await shows(element, 'The site’s owner has to fix this.');
      // On this machine the developer reads it in the element too.
      await shows(element, warning.replace(/^.*?>: /, '').replace(/ See https:.*$/, ''));
      expect(shownIn(element)).not.to.include('firewall');
      expect(warnings.filter((line) => line.startsWith('[voxreel]'))).to.have.length(1);
    });
  }
}

describe('a request that did not leave', () => {
  for (const mistake of ['no-cors', 'no-preflight', 'nothing']) {
    it(`is not in doubt: ${mistake}`, async () => {
      const baseUrl = mistake === 'nothing' ? `${addresses.nothing}/${(count += 1)}` : broken(mistake);
      const element = await video({ model, 'base-url': baseUrl });
      await told();
      await shows(element, mistake === 'nothing' ? 'Nothing was sent, and nothing was paid for.' : setup);
      expect(shownIn(element)).not.to.include('may have been paid for');
      expect((await posts()).filter((path) => baseUrl.endsWith(path.split('/v1/')[0] ?? ''))).to.deep.equal([]);
    });
  }
});

describe('a page over plain HTTP', () => {
  it('gives no microphone, and the developer reads why', async () => {
    Object.defineProperty(globalThis, 'isSecureContext', { value: false, configurable: true });
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true });
    try {
      const element = document.createElement('realtime-voice');
      Object.assign(element, { baseUrl: addresses.gateway, model: 'rehearsal', transport: 'websocket' });
      await fixture(html`${element}`);
      await element.connect();
      const warning = await told();
      expect(warning)
        .to.include(`The page ${location.origin} is served over plain HTTP`)
        .and.to.match(/#plain-http$/);
      await shows(element, setup);
      element.disconnect();
    } finally {
      Reflect.deleteProperty(globalThis, 'isSecureContext');
      Reflect.deleteProperty(navigator, 'mediaDevices');
    }
  });
});

describe('a content policy that blocks the service', () => {
  for (const tag of ['video-generator', 'realtime-voice']) {
    it(`is named to the developer of <${tag}>`, async () => {
      const frame = strictFrame(new URL('./diagnosis-strict-page.ts', import.meta.url));
      const heard = new Promise<{ readonly warning: string; readonly text: string }>((resolve) =>
        addEventListener('message', ({ data }: MessageEvent<{ readonly warning: string; readonly text: string }>) => resolve(data), {
          once: true,
        }),
      );
      frame.name = JSON.stringify({ tag, baseUrl: broken('no-models') });
      document.body.append(frame);
      const { warning, text } = await heard;
      expect(warning).to.include(`Add ${addresses.broken} to connect-src`).and.to.match(/#csp$/);
      expect(text).to.include('This page is not set up correctly.');
      frame.remove();
    });
  }
});

describe('what is reported', () => {
  it('has no key in it', async () => {
    await video({ model, 'base-url': `${broken('missing')}/sk-proj-0123456789abcdef0123456789abcdef` });
    const line = await told();
    expect(line).to.include('/missing/').and.not.to.include('0123456789abcdef');
  });

  it('is reported once, however often it happens', async () => {
    const baseUrl = broken('missing');
    const element = await video({ model, 'base-url': baseUrl });
    await told();
    await element.generate({ prompt: 'Another heron' });
    await until(() => (shownIn(element).split(setup).length > 2 ? true : undefined), 'the second card');
    expect(warnings.filter((line) => line.includes(baseUrl))).to.have.length(1);
  });

  it('is nothing where the page has made no mistake', async () => {
    const element = document.createElement('realtime-voice');
    Object.assign(element, { baseUrl: addresses.gateway, modalities: 'text', model: 'rehearsal' });
    await fixture(html`${element}`);
    await element.connect();
    element.disconnect();
    expect(warnings).to.deep.equal([]);
  });

  it('is in the language of the element, and in the console in English', async () => {
    const element = await video({ model, lang: 'zh', 'base-url': broken('missing') });
    expect(await told()).to.include('answered 404');
    await shows(element, '此网页的设置有误。');
    await shows(element, '请将 base-url 设为网关的地址');
  });
});

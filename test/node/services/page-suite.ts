// A visitor's videos, from the page through the gateway to each maker's judge and back: what is seen there, and that no key is.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';

import type { HTTPResponse, Page } from 'puppeteer-core';

import { writingsOf } from '../../../src/base/key-writings.js';
import { errorWords } from '../../../src/elements/shared/strings.errors.en.js';
import { videoGalleryEnglish as words } from '../../../src/elements/shared/strings.video-gallery.en.js';
import type { Fault } from './faulty-way.js';
import type { Judge } from './judge.js';
import { openPageSite, unwanted, type PageSite, type UsedMaker } from './page-site.js';

interface Card {
  readonly id: string;
  readonly status: string;
  readonly text: string;
}

/** Of what the page has in front of the visitor. */
interface Seen {
  readonly cards: readonly Card[];
  readonly notices: readonly string[];
}

/** In the page. */
function look(): Seen {
  const root = document.querySelector('video-generator')?.shadowRoot;
  const all = (selector: string) => [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])];
  return {
    cards: all('.card').map(({ dataset: { id = '', status = '' }, innerText }) => ({ id, status, text: innerText })),
    notices: all('[part~="notice"]').map(({ innerText }) => innerText),
  };
}

/** In the page: everything that it shows or could, and everything that it has kept. */
export async function everything(): Promise<string> {
  const written = (root: Document | ShadowRoot): string[] => {
    const elements = [...root.querySelectorAll('*')];
    const own = root instanceof Document ? root.documentElement.outerHTML : root.innerHTML;
    return [own, ...elements.flatMap(({ shadowRoot }) => (shadowRoot === null ? [] : written(shadowRoot)))];
  };
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error(String(request.error))));
    });
  const kept: string[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store);
      kept.push(`${name} ${store} ${JSON.stringify([await done(rows.getAllKeys()), await done(rows.getAll())])}`);
    }
    database.close();
  }
  return [...written(document), ...kept, JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage)))].join(
    '\n',
  );
}

/** A visitor before the page of one maker. */
class Visitor {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  /** Asks for a video as a person does; gives what was there before. */
  async orders(prompt = 'a fox'): Promise<Seen> {
    const before = await this.page.evaluate(look);
    await this.page.locator('video-generator >>> textarea').fill(prompt);
    await this.page.locator('video-generator >>> [part~="generate"]').click();
    return before;
  }

  /** The video that was ordered, once it says so. */
  async card(before: Seen, ...statuses: readonly string[]): Promise<Card> {
    return this.#until(({ cards }) => cards.find(({ id, status }) => isNew(before, id) && statuses.includes(status)));
  }

  /** It was not made, and the visitor reads why. */
  async failed(before: Seen, words: RegExp): Promise<void> {
    const { text } = await this.card(before, 'failed');
    assert.match(text, words);
  }

  /** A video, once its card says this; and is this, where one is given. */
  async says(id: string, words: RegExp, status?: string): Promise<Card> {
    return this.#until(({ cards }) =>
      cards.find((card) => card.id === id && words.test(card.text) && (status === undefined || status === card.status)),
    );
  }

  async presses(id: string, selector: string): Promise<void> {
    await this.page.locator(`video-generator >>> .card[data-id="${id}"] ${selector}`).click();
  }

  async #until<T>(found: (seen: Seen) => T | undefined): Promise<T> {
    const from = Date.now();
    for (;;) {
      const seen = await this.page.evaluate(look);
      const result = found(seen);
      if (result !== undefined) return result;
      if (Date.now() - from > 60_000) assert.fail(`The page never said it: ${JSON.stringify(seen)}`);
      await this.page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
    }
  }
}

const isNew = ({ cards }: Seen, id: string): boolean => cards.every((card) => card.id !== id);

type Broken = Exclude<Fault, undefined>;

/** English without a meaning of its own in a pattern. */
const literally = (text: string): string => text.replaceAll('.', String.raw`\.`);

/** What a visitor reads where the maker did not take an order. */
const refusals: readonly (readonly [Broken, RegExp])[] = [
  [401, /The service does not take the key of this site\./],
  [429, /Too many at once for .*\[key\]/],
  [500, new RegExp(`${literally(errorWords.server_error.title)}\\s+The machine stumbled over .*\\[key\\]`)],
];
/** Where it may have taken it: nothing is sent again unless the visitor says so. */
const doubts: readonly Broken[] = ['silent', 'cut', 'garbled'];
/** What the gateway answers to a question meanwhile. */
const meanwhile: readonly (readonly [Broken, number])[] = [
  [401, 500],
  [500, 500],
  ['silent', 504],
  ['cut', 502],
  ['garbled', 502],
  [429, 429],
];

export type PageCase = 'success' | 'everything';

export function pageSuite(judges: readonly Judge[], cases: PageCase = 'everything'): void {
  describe('videos from the page', { timeout: 400_000 }, () => {
    let site: PageSite;
    before(async () => {
      site = await openPageSite();
    });
    after(() => site?.close());
    for (const judge of judges) describe(`${judge.id}, played by ${judge.played}`, () => ofMaker(judge, () => site, cases));
  });
}

function ofMaker(judge: Judge, siteOf: () => PageSite, cases: PageCase): void {
  const { cannot = [] } = judge;
  const heard: Promise<string>[] = [];
  const asked: string[] = [];
  let maker: UsedMaker;
  let page: Page;
  let visitor: Visitor;

  const open = async (everyMs?: number): Promise<void> => {
    await page.goto(siteOf().page(judge, everyMs));
    await page.waitForFunction(() => customElements.get('video-generator') !== undefined);
  };
  /** Orders that have come as far as the maker. */
  const makes = () => maker.way.passed.filter(({ method, path }) => method === 'POST' && !path.endsWith('/cancel')).length;

  before(async () => {
    maker = await siteOf().use(judge);
    page = await siteOf().browser.newPage();
    page.setDefaultTimeout(120_000);
    page.on('request', (request) => asked.push(request.url()));
    page.on('response', (response) => {
      heard.push(Promise.resolve(`${response.url()} ${JSON.stringify(response.headers())}`));
      if (response.url().includes('/v1/')) heard.push(response.text().catch(() => ''));
    });
    page.on('console', (message) => heard.push(Promise.resolve(message.text())));
    visitor = new Visitor(page);
    await open(20);
  });
  after(async () => {
    await page?.close();
    await maker?.stop();
  });
  beforeEach(() => {
    maker.way.fault = maker.faultAfterOrder = undefined;
    maker.isGone = false;
    judge.plan({ ends: 'well', url: maker.film });
  });

  it('is made, and plays', async () => {
    const { id } = await visitor.card(await visitor.orders(), 'succeeded');
    await visitor.presses(id, '.play');
    await page.waitForFunction(
      (task) => {
        const video = document.querySelector('video-generator')?.shadowRoot?.querySelector<HTMLVideoElement>(`[data-id="${task}"] video`);
        return video !== null && video !== undefined && video.currentTime > 0;
      },
      {},
      id,
    );
  });

  if (cases === 'everything') badEnds();

  it('shows and keeps no key, and loads none of the services’ code', async () => {
    const forms = judge.service(maker.way.url).secrets.flatMap(writingsOf);
    const shownAndKept = await page.evaluate(everything);
    assert.ok(shownAndKept.includes('"prompt":"a fox"') && shownAndKept.includes('part="generate'), 'records and the page are looked at');
    const texts = [...maker.said, ...(await Promise.all(heard)), shownAndKept];
    assert.ok(forms.some((form) => form.includes(judge.key)) && texts.some((text) => text.includes(judge.model)) && texts.length > 20);
    assert.deepEqual(
      texts.filter((text) => forms.some((form) => text.includes(form))),
      [],
    );
    const paths = asked.map((url) => new URL(url).pathname);
    assert.ok(paths.includes('/voxreel/dist/define.js'));
    assert.deepEqual(
      paths.filter((path) => path.startsWith('/voxreel/dist/services/') || path.startsWith('/voxreel/dist/server/')),
      [],
    );
  });

  function badEnds(): void {
    if (!cannot.includes('badly'))
      for (const [code, message] of [
        ['internal_error', 'The fox ran away.'],
        ['content_policy_violation', 'A fox must not do that.'],
      ] as const)
        it(`fails with ${code}, and the maker’s message`, async () => {
          judge.plan({ ends: 'badly', code, message });
          await visitor.failed(await visitor.orders(), new RegExp(message));
        });

    if (!cannot.includes('refused'))
      it('is refused by the maker’s moderation, with its message', async () => {
        judge.plan({ ends: 'refused', status: 400, code: 'moderation_blocked', message: 'Not that, please.' });
        await visitor.failed(await visitor.orders(), /Not that, please\./);
      });

    it('is refused by the site’s moderation, and the maker is not asked', async () => {
      const before = maker.way.passed.length;
      await visitor.failed(await visitor.orders(unwanted.prompt), new RegExp(unwanted.message));
      assert.equal(maker.way.passed.length, before);
    });

    for (const [fault, words] of refusals)
      it(`${fault} is a refusal`, async () => {
        maker.way.fault = fault;
        await visitor.failed(await visitor.orders(), words);
      });

    for (const fault of doubts)
      it(`${fault} leaves a doubt, and makes no second video`, async () => {
        maker.way.fault = fault;
        const before = makes();
        const { text } = await visitor.card(await visitor.orders(), 'unconfirmed');
        assert.ok(text.includes(words.unconfirmed), text);
        assert.equal(makes(), before + 1);
      });

    it('succeeds, whatever stood in the way meanwhile', async () => {
      maker.faultAfterOrder = 'cut';
      const { id } = await visitor.card(await visitor.orders(), 'processing');
      for (const [fault, status] of meanwhile) {
        const answered = page.waitForResponse((response) => isQuestion(response) && response.status() === status);
        maker.way.fault = fault;
        await answered;
        assert.equal((await visitor.says(id, new RegExp(literally(words.pollTrouble)))).status, 'processing');
      }
      maker.way.fault = undefined;
      await visitor.says(id, /a fox/, 'succeeded');
    });

    it('says of an expired link that it is gone, and asks for a new one', async () => {
      maker.isGone = true;
      judge.plan({ ends: 'well', url: maker.expired });
      const gone = page.waitForResponse((response) => response.url().includes('/content/') && response.status() === 410);
      const { id } = await visitor.card(await visitor.orders(), 'succeeded');
      await Promise.all([gone, visitor.says(id, new RegExp(literally(words.cannotPlayHint)))]);
      const asked = page.waitForResponse((response) => isQuestion(response) && response.ok());
      await visitor.presses(id, `::-p-text(${words.newLink})`);
      await asked;
    });

    it(cannot.includes('cancel') ? 'is watched no more, where its maker cannot cancel' : 'is cancelled at its maker', async () => {
      heard.push(Promise.resolve(await page.evaluate(everything)));
      await open();
      judge.plan({ ends: 'never' });
      const { id } = await visitor.card(await visitor.orders(), 'processing');
      const before = maker.way.passed.length;
      await visitor.presses(id, '[data-act="stop"]');
      const said = cannot.includes('cancel') ? words.stopped : `${words.cancelled}\\s+${words.cancelledHint}`;
      await visitor.says(id, new RegExp(literally(said)));
      // Asked whether it has ended, and then to end it.
      assert.equal(maker.way.passed.length, before + (cannot.includes('cancel') ? 0 : 2));
    });
  }
}

/** Whether a response is to a question about a video. */
const isQuestion = (response: HTTPResponse): boolean =>
  response.request().method() === 'GET' && /\/v1\/video\/generations\/[^/]+$/.test(response.url());

// The element before a gateway with other makers' services, without a plugin: what they offer, cost, cancel and take.
import { expect, fixture, html } from '@open-wc/testing';
import { defineProvider } from 'voxreel';

import { VideoGenerator } from '../../../../src/elements/video-generator/define.js';
import { finishMotion } from '../motion.js';
import { until } from '../until.js';
import { staged } from './stage.js';

let makers = '';
let count = 0;
before(async () => {
  ({ makers } = (await (await fetch('/test-service.json')).json()) as { makers: string });
});

const asked = async (): Promise<readonly string[]> =>
  (await (await fetch(`/test-makers.json?${(count += 1)}`, { cache: 'no-store' })).json()) as string[];

/** Asks until the maker was asked what `fits`. */
async function makerWasAsked(fits: (one: string) => boolean, what: string): Promise<string> {
  for (const end = performance.now() + 10_000; performance.now() < end;) {
    const found = (await asked()).find(fits);
    if (found !== undefined) return found;
  }
  throw new Error(`The maker was never asked: ${what}. It was asked ${(await asked()).join(', ')}`);
}

/** Each a user of its own. `set`: before it is on the page. */
async function open(set: (element: VideoGenerator) => void = () => {}) {
  const element = document.createElement('video-generator');
  if (!(element instanceof VideoGenerator)) throw new Error('No <video-generator> was made.');
  const user = `${Date.now()} ${(count += 1)}`;
  Object.assign(element, { baseUrl: makers, headers: { authorization: `Bearer ${user}` }, name: user, persist: 'none' });
  set(element);
  await fixture(html`${element}`);
  return staged(element);
}

/** A picture that is another for every test. */
async function drawing(type = 'image/png', name = crypto.randomUUID()): Promise<File> {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  for (const [at, letter] of Array.from(name).entries()) {
    if (pen !== null) pen.fillStyle = `rgb(${letter.charCodeAt(0)} ${at} 90)`;
    pen?.fillRect(at * 8, 0, 8, 150);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type));
  return new File([blob ?? ''], name, { type });
}

async function drop(stage: Awaited<ReturnType<typeof open>>, file: File): Promise<void> {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  (await stage.find('[data-opens="image"]')).dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await stage.find('[data-opens="image"].set');
}

describe("<video-generator>: a service's own models", () => {
  it('are offered by name, the first one chosen, with their form, their limits and their price', async () => {
    const stage = await open();
    await stage.says('About $0.50, at prices of');
    await stage.says('$2.00 left');
    expect(stage.all('[data-opens="model"]')[0]?.textContent).to.include('Film One');
    await stage.write('A fox');
    await stage.press('Generate');
    await stage.says('This is needed.');
    await stage.find('#panel [aria-label="Look"], #panel input[name="look"]');
    finishMotion(stage.element.shadowRoot);
    await expect(stage.element).to.be.accessible();
    (await stage.find('[data-opens="model"]')).click();
    const names = () =>
      stage.all('#panel .group').map((group) => [group.getAttribute('aria-label'), group.textContent.replaceAll(/\s+/g, ' ').trim()]);
    await until(() => (names().length > 0 ? true : undefined), 'the models');
    expect(names()).to.deep.equal([
      ['film', 'film Film One Film Two'],
      ['plain', 'plain plain-1'],
    ]);
  });

  it('cost what was said before the click, and say when that is more than is left', async () => {
    const stage = await open((element) => (element.model = 'film/two'));
    await stage.says('About $2.00, at prices of');
    await stage.write('A heron at once');
    await stage.press('Generate');
    await stage.says('$0.00 left');
    await stage.says('This costs more than you have left ($0.00) until');
  });

  it('give way to what the page registers for them', async () => {
    const mine = defineProvider({ id: 'mine', title: 'Mine', models: ['film/*'], estimate: () => ({ amount: 3, unit: 'coins' }) });
    const stage = await open((element) => {
      element.providers = [mine];
      element.model = 'film/one';
    });
    await stage.says('$2.00 left');
    await stage.says('estimate 3 coins');
  });
});

describe('<video-generator>: cancelling', () => {
  const started = async (prompt: string, set?: (element: VideoGenerator) => void) => {
    const stage = await open((element) => {
      element.model = 'film/two';
      set?.(element);
    });
    await stage.says('About $2.00');
    await stage.write(prompt);
    await stage.press('Generate');
    return stage;
  };

  it('ends the work at the service, and says so', async () => {
    const prompt = `a fox ${crypto.randomUUID()}`;
    const stage = await started(prompt);
    await stage.press('Cancel');
    await stage.says('The service has stopped working on it.');
    expect((await asked()).filter((one) => one === `cancel ${prompt}`)).to.have.length(1);
    finishMotion(stage.element.shadowRoot);
    await expect(stage.element).to.be.accessible();
  });

  it('says why the service did not', async () => {
    const stage = await started(`a fox too late ${crypto.randomUUID()}`);
    await stage.press('Cancel');
    await stage.says('The service did not cancel it');
    await stage.says('The film is being cut already.');
  });

  it('is asked for again after a reload, as long as the service has not answered', async () => {
    const prompt = `a fox, bad line ${crypto.randomUUID()}`;
    const persist = 'local';
    const stage = await started(prompt, (element) => (element.persist = persist));
    await stage.press('Cancel');
    await stage.says('The service has not answered yet.');
    const { headers, name } = stage.element;
    stage.element.remove();
    const next = await open((element) => Object.assign(element, { headers, name, persist }));
    await next.says('The service has stopped working on it.');
    expect((await asked()).filter((one) => one === `cancel ${prompt}`).length).to.be.at.least(2);
    await next.element.forget();
  });
});

describe('<video-generator>: pictures', () => {
  it('are brought to the service while one writes, once, and named in the request', async () => {
    const stage = await open((element) => (element.model = 'film/two'));
    await stage.says('About $2.00');
    const before = (await asked()).length;
    const picture = await drawing();
    await drop(stage, picture);
    await makerWasAsked((one) => one === 'upload image/png', 'upload');
    expect((await asked()).slice(before)).to.deep.equal(['upload image/png']);
    const prompt = `a heron ${crypto.randomUUID()}`;
    await stage.write(prompt);
    await stage.press('Generate');
    const request = await makerWasAsked((one) => one.startsWith(`create ${prompt}`), 'create');
    expect(request).to.match(/from https:\/\/files\.film\.example\/\d+ \{/);
    expect((await asked()).slice(before).filter((one) => one.startsWith('upload'))).to.have.length(1);
  });

  it('show how far they are, and are brought no further once they are taken away', async () => {
    const picture = await drawing('image/jpeg');
    const stage = await open((element) => (element.model = 'film/one'));
    await stage.says('About $0.50');
    await drop(stage, picture);
    const bar = await stage.find<HTMLProgressElement>('[data-opens="image"] progress');
    expect(bar.getAttribute('aria-label')).to.equal('Uploading');
    await makerWasAsked((one) => one === 'upload image/jpeg', 'upload');
    (await stage.find('[data-opens="image"]')).click();
    await stage.press('Remove first frame');
    await makerWasAsked((one) => one === 'left image/jpeg', 'to give it up');
    expect(stage.all('[data-opens="image"] progress')).to.have.length(0);
  });
});

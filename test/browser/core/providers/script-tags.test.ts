// A provider of a third party by script tag, with the builds a site copies: before the element and after it, and away again.
import { expect } from '@open-wc/testing';
import type { createRealtimeSession, defineTool } from 'voxreel';
import * as z from 'zod';

import { scriptedTransport } from '../../../node/core/realtime/scripted-transport.js';
import { until } from '../../elements/until.js';

const acme = `{
  id: 'acme',
  title: 'Acme Video',
  models: ['acme-1'],
  service: {
    create: async () => ({ taskId: 't-1', status: 'processing', outputs: [] }),
    query: async () => ({ status: 'succeeded', outputs: [{ url: 'https://cdn.example/v.mp4' }] }),
  },
  poll: { firstMs: 50, everyMs: 50 },
}`;
const classic = '<script src="/dist/cdn/voxreel.iife.js"></script>';
const element = '<video-generator persist="none"></video-generator>';
const late = (code: string) => `<script>window.later = () => { ${code} };</script>`;

interface Page extends Window {
  readonly voxreel?: { readonly createRealtimeSession: typeof createRealtimeSession; readonly defineTool: typeof defineTool };
  later?(): unknown;
  remove?(): void;
}

/** A page of these tags. `run` calls what the page put aside for later. */
async function openPage(tags: string) {
  const frame = document.createElement('iframe');
  Object.assign(frame, { srcdoc: `<!doctype html><html lang="en"><title>Page</title>${tags}`, width: 800, height: 600 });
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  const { contentWindow, contentDocument } = frame;
  if (contentWindow === null || contentDocument === null) throw new Error('The page did not open.');
  const page = contentWindow as Page;
  const generator = contentDocument.querySelector('video-generator');
  if (generator === null) throw new Error('The page has no element.');
  const find = (selector: string) => until(() => generator.shadowRoot?.querySelector<HTMLElement>(selector) ?? undefined, selector);
  const offered = () => generator.shadowRoot?.querySelector('#panel')?.textContent ?? '';
  return {
    page,
    generator,
    find,
    openPicker: async () => (await find('[data-opens="model"]')).click(),
    offers: (name: string) => until(() => (offered().includes(name) ? true : undefined), `${name} to be offered`),
    offersNoMore: (name: string) => until(() => (offered().includes(name) ? undefined : true), `${name} to go`),
    close: () => frame.remove(),
  };
}

describe('a provider by script tag', () => {
  it('may come before the element, in a page of classic scripts', async () => {
    const { openPicker, offers, close } = await openPage(`${classic}<script>voxreel.providers.use(${acme});</script>${element}`);
    await openPicker();
    await offers('acme-1');
    close();
  });

  it('may come when the element stands already, makes a task, and goes; what it made stays', async () => {
    const { page, generator, find, openPicker, offers, offersNoMore, close } = await openPage(
      `${classic}${element}${late(`window.remove = voxreel.providers.use(${acme});`)}`,
    );
    await openPicker();
    page.later?.();
    await offers('acme-1');
    await (generator as HTMLElement & { generate(draft: object): Promise<unknown> }).generate({ model: 'acme-1', prompt: 'a heron' });
    await find('[data-status="succeeded"]');
    page.remove?.();
    await openPicker();
    await find('#panel .panel-body, #panel input');
    await until(() => (generator.shadowRoot?.textContent?.includes('Acme Video') ? undefined : true), 'the provider to go');
    expect((await find('[data-status="succeeded"]')).textContent).to.contain('a heron');
    await offersNoMore('Acme Video');
    close();
  });

  it('may come before the element is even defined, in a page of modules', async () => {
    const { page, generator, openPicker, offers, offersNoMore, close } = await openPage(
      `${element}<script type="module">
        import { providers } from '${location.origin}/dist/cdn/core.js';
        window.remove = providers.use(${acme});
        window.later = () => import('${location.origin}/dist/cdn/voxreel.js');
      </script>`,
    );
    expect(generator.shadowRoot).to.equal(null);
    await page.later?.();
    await openPicker();
    await offers('Acme Video');
    page.remove?.();
    await offersNoMore('Acme Video');
    close();
  });

  for (const [kind, tag] of [
    ['classic script', classic],
    ['module', '<script type="module" src="/dist/cdn/video-generator.js"></script>'],
  ] as const) {
    it(`is not needed to make a video on the device, with nothing but the ${kind}`, async () => {
      const { page, generator, find, close } = await openPage(`${tag}<video-generator persist="none" model="on-device"></video-generator>`);
      const { generate } = await until(() => ('generate' in generator ? (generator as unknown as Generator) : undefined), 'the element');
      const ready = new Promise((resolve) => generator.addEventListener('video-ready', resolve, { once: true }));
      await generate.call(generator, { prompt: 'a heron', width: 160, height: 90, fps: 12, duration: 0.5 });
      await ready;
      await find('[data-status="succeeded"] .play');
      const resources = page.performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const strangers = resources.filter(({ name }) => !/^blob:|\/dist\/cdn\/[\w.-]+\.js$/.test(name));
      expect(strangers.map(({ name }) => name)).to.deep.equal([]);
      expect(resources.some(({ name }) => name.endsWith('/media.worker.js'))).to.equal(true);
      close();
    });
  }

  it('of our own is not offered where the page did not ask for it', async () => {
    const { generator, find, openPicker, close } = await openPage(`${classic}${element}`);
    await openPicker();
    await find('#panel input');
    expect(generator.shadowRoot?.textContent).not.to.contain('on-device');
    close();
  });
});

interface Generator {
  generate(draft: object): Promise<unknown>;
}

describe('a function of a page with classic scripts', () => {
  type Define = typeof defineTool;
  const counted: unknown[] = [];
  const execute = ({ n }: { n?: unknown }) => void counted.push(n);
  const parameters = { type: 'object', properties: { n: { type: 'number', maximum: 3 } }, required: ['n'] };
  const tools = {
    'JSON Schema': (define: Define) => define({ name: 'count', parameters, execute }),
    'a schema of Zod': (define: Define) => define({ name: 'count', parameters: z.object({ n: z.number().max(3) }), execute }),
  };
  beforeEach(() => void counted.splice(0));
  for (const [kind, toolOf] of Object.entries(tools))
    it(`has its arguments checked by ${kind}, whose code lies beside the script`, async () => {
      const { page, close } = await openPage(`${classic}${element}`);
      const { voxreel } = page;
      if (voxreel === undefined) throw new Error('The script did not run.');
      const line = scriptedTransport();
      const options = {
        baseUrl: 'http://x.test',
        model: 'm',
        getToken: async () => 't',
        transports: [line],
        tools: [toolOf(voxreel.defineTool)],
      };
      const session = voxreel.createRealtimeSession(options);
      await session.connect();
      const [connection] = line.connections;
      const call = (id: string, args: string) => {
        const item = { id, type: 'function_call', status: 'completed', call_id: id, name: 'count', arguments: args };
        connection?.say({ type: 'response.output_item.done', response_id: 'r', item });
      };
      const answers = () => (connection?.sent ?? []).flatMap(({ item }) => (item === undefined ? [] : [JSON.stringify(item)]));
      call('c1', '{"n":5}');
      call('c2', '{"n":2}');
      await until(() => (answers().length === 2 ? true : undefined), 'two answers');
      expect(counted).to.deep.equal([2]);
      expect(answers().find((one) => one.includes('"c1"'))).to.match(/\b3\b/);
      session.close();
      close();
    });
});

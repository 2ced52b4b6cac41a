// The page of a share as a visitor's browser has it: axe finds nothing, and it fits a phone, in each language and color scheme.
import { expect, waitUntil } from '@open-wc/testing';

import { endedPage, sharePage } from '../../../src/server/library/share-page.js';
import { servedClip } from '../served-clip.js';

interface Axe {
  run(root: Node, options: object): Promise<{ readonly violations: readonly { readonly id: string; readonly nodes: readonly object[] }[] }>;
}

const files = [
  { url: 'data:video/webm;base64,', type: 'video/webm' },
  { url: 'data:image/png;base64,', type: 'image/png' },
  { url: 'data:audio/wav;base64,', type: 'audio/wav' },
];
const transcript = [
  { role: 'user' as const, text: 'What does “once” mean?\n\n' + 'unbroken'.repeat(40) },
  { role: 'assistant' as const, text: '<b>مرة واحدة</b> & no more.' },
];
const asked = (language: string) => new Request('https://share.example/s/a', { headers: { 'accept-language': language } });

const script = new URL('../../../src/elements/view-only/define.ts', import.meta.url).pathname;

const plain = {
  'a video, a picture and sound': (request: Request) =>
    sharePage(request, { title: 'Herons “at” <dusk>', files: [], transcript: [] }, files),
  'a video without a title': (request: Request) => sharePage(request, { title: '', files: [], transcript: [] }, files.slice(0, 1)),
  'a conversation': (request: Request) => sharePage(request, { title: '', files: [], transcript }, []),
  'a share that has ended': (request: Request) => endedPage(request),
};
const withElements = {
  'a video, with the elements': (request: Request) =>
    sharePage(request, { title: 'Herons', files: [], transcript: [] }, files.slice(0, 1), script),
  'a conversation, with the elements': (request: Request) => sharePage(request, { title: '', files: [], transcript }, [], script),
};
const pages = { ...plain, ...withElements };

/** In a frame as narrow as a phone. */
async function shown(answer: Response): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 320px; height: 640px; border: 0';
  frame.title = 'share';
  frame.srcdoc = await answer.text();
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  return frame;
}

/** What the elements show in it; null where its script has not come yet. */
const insideOf = ({ contentDocument }: HTMLIFrameElement): ShadowRoot | null =>
  contentDocument?.querySelector('voxreel-shared')?.shadowRoot ?? null;

/** Of this document: it judges no other. */
async function axeIn({ contentDocument: inside, contentWindow }: HTMLIFrameElement): Promise<Axe> {
  const script = document.createElement('script');
  const loaded = new Promise((resolve) => script.addEventListener('load', resolve, { once: true }));
  script.src = '/node_modules/axe-core/axe.min.js';
  inside?.head.append(script);
  await loaded;
  return (contentWindow as unknown as { readonly axe: Axe }).axe;
}

describe('the page of a share', () => {
  for (const [name, make] of Object.entries(pages))
    for (const language of ['en', 'zh', 'ar'])
      it(`of ${name}, in ${language}`, async () => {
        const frame = await shown(await make(asked(language)));
        const inside = frame.contentDocument;
        if (name in withElements)
          await waitUntil(() => insideOf(frame)?.querySelector('.transport button, .line'), 'the elements', { timeout: 60_000 });
        const [heading] = inside?.querySelectorAll('h1') ?? [];
        expect([inside?.documentElement.lang, heading?.textContent?.trim()]).to.deep.equal([language, inside?.title]);
        expect(inside?.documentElement.scrollWidth).to.equal(inside?.documentElement.clientWidth);
        const axe = await axeIn(frame);
        for (const colorScheme of ['light', 'dark'] as const) {
          // Its colors are the browser's for this.
          if (inside !== null) inside.documentElement.style.colorScheme = colorScheme;
          const { violations } = await axe.run(inside ?? frame, { resultTypes: ['violations'] });
          expect(violations.map(({ id, nodes }) => [id, nodes.length])).to.deep.equal([]);
        }
        frame.remove();
      });

  it('plays with the row of the elements, in the language of the page', async () => {
    const clip = { url: URL.createObjectURL(await servedClip('webm')), type: 'video/webm' };
    const page = sharePage(asked('zh'), { title: 'Herons', files: [], transcript: [] }, [clip], script);
    const frame = await shown(await page);
    const video = frame.contentDocument?.querySelector('video');
    await waitUntil(() => insideOf(frame)?.querySelector('.transport button'), 'the elements', { timeout: 60_000 });
    expect(video?.controls).to.equal(false);
    const button = insideOf(frame)?.querySelector<HTMLElement>('.transport button');
    expect(button?.title).to.equal('播放');
    if (video) video.muted = true;
    button?.click();
    await waitUntil(() => video?.paused === false && video.currentTime > 0, 'it plays', { timeout: 60_000 });
    expect(button?.title).to.equal('暂停');
    frame.remove();
  });

  it('sets what the assistant said as Markdown, and what the person said as it was typed', async () => {
    const lines = [
      { role: 'user' as const, text: 'Why **so**?' },
      { role: 'assistant' as const, text: 'It is **so**, <img src=x onerror=alert(1)>.' },
    ];
    const frame = await shown(await sharePage(asked('en'), { title: '', files: [], transcript: lines }, [], script));
    await waitUntil(() => insideOf(frame)?.querySelector('.line strong'), 'the elements', { timeout: 60_000 });
    const said = [...(insideOf(frame)?.querySelectorAll('.line') ?? [])].map((line) => [
      line.querySelector('.name')?.textContent,
      line.querySelector('.words')?.textContent?.trim(),
    ]);
    expect(said).to.deep.equal([
      ['Person', 'Why **so**?'],
      ['AI', 'It is so, <img src=x onerror=alert(1)>.'],
    ]);
    expect(insideOf(frame)?.querySelectorAll('strong, img').length).to.equal(1);
    expect(frame.contentDocument?.querySelector('dl')?.checkVisibility()).to.equal(false);
    frame.remove();
  });
});

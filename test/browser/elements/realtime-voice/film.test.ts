// A conversation saved as a video from the menu of <realtime-voice>: what is asked, how far it is, and what became of it.
import { expect } from '@open-wc/testing';
import { VoxreelError, type ExportVideoOptions } from 'voxreel';

import { createScriptedSession, userSays } from '../scripted-session.js';
import { waitUntil } from '../until.js';
import { finishMotion } from '../motion.js';
import { setStage, type Stage } from './stage.js';

const saved: string[] = [];
const { click } = HTMLAnchorElement.prototype;

async function sheet(exportVideo: (options: ExportVideoOptions) => Promise<Blob>, lang = 'en'): Promise<Stage> {
  const session = createScriptedSession();
  session.exportVideo = (options = {}) => exportVideo(options);
  const stage = await setStage({ record: '', lang, model: 'acme-voice' }, session);
  stage.session.receive(userSays('u1', 'How tall is the fir by the mill?'));
  stage.all('[data-sheet=more]')[0]?.click();
  await waitUntil(() => stage.all('[role=menuitem]').length > 4, 'the menu does not open');
  const name = { en: 'Save as video…', zh: '保存为视频…', ar: 'حفظ كفيديو…' }[lang] ?? '';
  await waitUntil(() => stage.all('[role=menuitem]').some((one) => one.textContent?.trim() === name), `there is no ${name}`);
  stage
    .all('[role=menuitem]')
    .find((one) => one.textContent?.trim() === name)
    ?.click();
  await waitUntil(() => stage.all('.film').length === 1, 'the sheet does not open');
  return stage;
}

const main = (stage: Stage): HTMLElement => stage.find('.film .keys button');

describe('a conversation saved as a video', () => {
  before(() => {
    HTMLAnchorElement.prototype.click = function noted(this: HTMLAnchorElement) {
      saved.push(this.download);
    };
  });
  after(() => {
    HTMLAnchorElement.prototype.click = click;
  });
  afterEach(() => void saved.splice(0));

  it('has the title, the speakers and the look that were chosen, and is saved', async () => {
    const asked: ExportVideoOptions[] = [];
    const stage = await sheet(async (options) => {
      asked.push(options);
      return new Blob(['film'], { type: 'video/mp4' });
    });
    await expect(stage.element).to.be.accessible();
    const title = stage.field('.film [name=title]');
    expect(title.value).to.equal('How tall is the fir by the mill?');
    title.value = 'By the mill';
    title.dispatchEvent(new InputEvent('input', { bubbles: true }));
    const look = stage.find('.film [name=theme]') as HTMLSelectElement;
    expect(look.value).to.equal('light');
    main(stage).click();
    await waitUntil(() => saved.length === 1, 'nothing is saved');
    await stage.shows('.film', `Saved as ${saved[0]}`);
    await stage.shows('[role=status]', 'Saved as conversation-');
    expect(saved[0]).to.match(/^conversation-.*\.mp4$/);
    expect(asked[0]).to.deep.include({
      title: 'By the mill',
      theme: 'light',
      names: { user: 'You', assistant: 'Assistant' },
      model: 'acme-voice',
    });
    expect(asked[0]?.accent).to.match(/^rgb/);
    // Of another look only the words and the sound are the page's.
    look.value = 'dark';
    look.dispatchEvent(new Event('change', { bubbles: true }));
    main(stage).click();
    await waitUntil(() => asked.length === 2);
    expect(asked[1]).to.deep.include({ theme: 'dark' });
    expect(asked[1]).not.to.have.property('accent');
  });

  it('says how far it is, keeps the focus, and stops when it is cancelled or closed', async () => {
    const signals: AbortSignal[] = [];
    let progress: ExportVideoOptions['onProgress'];
    const stage = await sheet(({ signal, onProgress }) => {
      progress = onProgress;
      return new Promise((_, reject) => {
        if (signal !== undefined) signals.push(signal);
        signal?.addEventListener('abort', () => reject(new VoxreelError('aborted', 'Stopped.')));
      });
    });
    main(stage).focus();
    main(stage).click();
    await stage.shows('.film .keys', 'Cancel');
    progress?.(0.4);
    await waitUntil(() => (stage.find('.film progress') as HTMLProgressElement).value === 0.4);
    finishMotion(stage.element.shadowRoot);
    await expect(stage.element).to.be.accessible();
    expect(stage.element.shadowRoot?.activeElement).to.equal(main(stage));
    main(stage).click();
    await stage.shows('.film', 'Cancelled. No file was saved.');
    expect(signals[0]?.aborted).to.equal(true);
    expect(stage.element.shadowRoot?.activeElement).to.equal(main(stage));
    main(stage).click();
    await waitUntil(() => signals.length === 2);
    stage.button('Close').click();
    await waitUntil(() => stage.all('.film').length === 0);
    expect(signals[1]?.aborted).to.equal(true);
    expect(saved).to.deep.equal([]);
  });

  for (const [what, error, said] of [
    ['no sound was kept', new VoxreelError('unsupported', '', { param: 'record' }), 'No audio of this conversation was recorded'],
    ['nothing in it has words', new VoxreelError('invalid_input', '', { param: 'lines' }), 'has no transcript'],
    ['the browser encodes no video', new VoxreelError('unsupported', ''), 'This browser cannot make videos'],
    ['it failed otherwise', new Error('no disk'), 'The video could not be made'],
  ] as const)
    it(`says so where ${what}`, async () => {
      const stage = await sheet(() => Promise.reject(error));
      main(stage).click();
      await stage.shows('.film .bad', said);
      await stage.shows('[role=status]', said);
      expect(saved).to.deep.equal([]);
    });

  it('asks a browser without WebCodecs for nothing', async () => {
    const encoder = Object.getOwnPropertyDescriptor(globalThis, 'VideoEncoder');
    const stage = await sheet(() => Promise.reject(new Error('asked')));
    Reflect.deleteProperty(globalThis, 'VideoEncoder');
    try {
      main(stage).click();
      await stage.shows('.film .bad', 'This browser cannot make videos');
    } finally {
      if (encoder !== undefined) Object.defineProperty(globalThis, 'VideoEncoder', encoder);
    }
  });

  for (const [lang, word] of [
    ['zh', '生成视频'],
    ['ar', 'إنشاء الفيديو'],
  ] as const)
    it(`speaks ${lang}`, async () => {
      const stage = await sheet(async () => new Blob(), lang);
      await stage.shows('.film .keys', word);
      await expect(stage.element).to.be.accessible();
    });

  it('is not offered where nothing is recorded', async () => {
    const stage = await setStage({}, createScriptedSession());
    stage.session.receive(userSays('u1', 'Hello'));
    stage.button('More').click();
    await stage.shows('[role=menu]', 'Copy transcript');
    expect(stage.text('[role=menu]')).not.to.contain('video');
  });
});

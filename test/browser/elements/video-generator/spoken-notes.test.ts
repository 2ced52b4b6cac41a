// Notes that are spoken over a video in the full view: who can take them, what reaches the voice, and what comes of one that ends early.
import { expect } from '@open-wc/testing';
import { VoxreelError } from 'voxreel';
import type { RealtimeVoice, VoiceTool } from 'voxreel';

import 'voxreel/realtime-voice';
import { createScriptedSession, type ScriptedSession } from '../scripted-session.js';
import { scriptedTask } from '../scripted-queue.js';
import { until } from '../until.js';
import { sampleFile, stage } from './stage.js';

const pictures = { maxCount: 4, maxBytes: 5_000_000, types: ['image/jpeg', 'image/png'] } as unknown as NonNullable<
  Awaited<ReturnType<ScriptedSession['images']>>
>;
const kept = { bytes: 4_200_000, type: 'video/webm', poster: false };
const prompt = 'A paper boat at dusk';

const voices: RealtimeVoice[] = [];

function addVoice(session: ScriptedSession, attributes: Record<string, string> = {}): RealtimeVoice {
  const voice = document.createElement('realtime-voice');
  for (const [name, value] of Object.entries({ for: 'videos', ...attributes })) voice.setAttribute(name, value);
  voice.session = session;
  document.body.append(voice);
  voices.push(voice);
  return voice;
}

async function viewer() {
  const page = await stage({
    tasks: [
      scriptedTask({
        id: 'newest',
        status: 'succeeded',
        endedAt: Date.now(),
        prompt: 'Another',
        outputs: [{ url: 'http://x.test/n.webm', kept }],
      }),
      scriptedTask({
        id: 'boat',
        status: 'succeeded',
        endedAt: Date.now(),
        prompt,
        draft: { model: 'my-own', prompt },
        model: 'my-own',
        outputs: [{ url: 'http://x.test/b.webm', duration: 2, seed: 7, kept }],
      }),
    ],
    kept: new Map([
      ['newest/0', { file: await sampleFile() }],
      ['boat/0', { file: await sampleFile() }],
    ]),
    set: (element) => (element.id = 'videos'),
  });
  (await page.find('[data-id="boat"] [data-act="view"]')).click();
  const dialog = await page.find<HTMLDialogElement>('dialog[open]');
  await page.find('dialog canvas[role="img"], dialog video');
  const button = () => dialog.querySelector<HTMLButtonElement>('[data-act="note"]');
  const said = (words: string) =>
    until(() => (dialog.querySelector('[role="status"]')?.textContent?.includes(words) ? true : undefined), words);
  return { ...page, dialog, button, said };
}

/** The button, with a voice whose session is open and has a microphone. */
async function linked(options: Parameters<typeof createScriptedSession>[0] = { images: pictures }, attributes?: Record<string, string>) {
  const page = await viewer();
  const tools = await page.element.voiceTools();
  const session = createScriptedSession({ ...options, tools });
  const voice = addVoice(session, attributes);
  const button = await until(() => page.button() ?? undefined, 'the button');
  button.setPointerCapture = () => {};
  const names = () => session.calls.map(([name]) => name);
  const press = (type: string) => button.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0 }));
  const key = (type: string, name: string) => {
    const event = new KeyboardEvent(type, { key: name, bubbles: true, composed: true, cancelable: true });
    button.dispatchEvent(event);
    return event;
  };
  const listens = async () => {
    await page.said('Listening');
    // As long as a word takes.
    const since = performance.now();
    await until(() => (performance.now() - since > 450 ? true : undefined), 'a word');
  };
  const hold = async () => {
    press('pointerdown');
    await listens();
  };
  const called = (name: string) => session.calls.filter(([one]) => one === name).map(([, ...args]) => args);
  return { ...page, session, voice, button, names, press, key, hold, listens, called, tools };
}

/** As a session calls it. */
async function call(tools: readonly VoiceTool[], name: string, args: object): Promise<Record<string, unknown>> {
  const tool = tools.find((one) => one.name === name) as unknown as {
    readonly approve: boolean;
    readonly parameters: {
      readonly '~standard': { validate(value: unknown): Promise<{ value?: unknown; issues?: readonly { message: string }[] }> };
    };
    execute(value: unknown, context: object): Promise<Record<string, unknown>>;
  };
  expect(tool.approve).to.equal(false);
  const { value, issues } = await tool.parameters['~standard'].validate(args);
  expect(issues).to.equal(undefined);
  return tool.execute(value, { callId: 'c1', signal: new AbortController().signal, tell: () => undefined });
}

describe('<video-generator>: spoken notes', () => {
  afterEach(() => {
    Reflect.deleteProperty(performance, 'now');
    for (const voice of voices.splice(0)) voice.remove();
  });

  it('are offered while a voice that can hear is linked to the element', async () => {
    const { button } = await viewer();
    expect(button()).to.equal(null);
    const voice = addVoice(createScriptedSession());
    await until(() => button() ?? undefined, 'the button');
    await until(() => voice.shadowRoot?.querySelector('[role=status]') ?? undefined, 'the conversation');
    voice.setAttribute('modalities', 'text');
    await until(() => (button() === null ? true : undefined), 'none for text alone');
    voice.removeAttribute('modalities');
    await until(() => button() ?? undefined, 'the button again');
    voice.setAttribute('for', 'others');
    await until(() => (button() === null ? true : undefined), 'none for another element');
    voice.setAttribute('for', 'videos');
    await until(() => button() ?? undefined, 'the button once more');
    voice.remove();
    await until(() => (button() === null ? true : undefined), 'none without a voice');
  });

  it('stop the video, send its frame, its moment and its prompt ahead of the words, and ask for an answer once', async () => {
    const { find, hold, press, names, called, said } = await linked();
    await find('dialog .transport [aria-label="Pause"]');
    await hold();
    await find('dialog .transport [aria-label="Play"]');
    expect(names()).to.include('startTalking').and.not.include('sendImages');
    press('pointerup');
    await said('Waiting');
    await until(() => (names().includes('stopTalking') ? true : undefined), 'the end of the turn');
    const [[images, text, options]] = called('sendImages') as [[readonly Blob[], string, object]];
    expect(images).to.have.length(1);
    expect(images[0]?.type).to.equal('image/png');
    expect(options).to.deep.equal({ respond: false });
    expect(text)
      .to.include('boat')
      .and.include(`“${prompt}”`)
      .and.include('Seed: 7')
      .and.match(/stands at \d/);
    expect(names().indexOf('sendImages')).to.be.below(names().indexOf('stopTalking'));
    expect(called('stopTalking')).to.deep.equal([[]]);
  });

  it('let the person say where a note ends, and leave the microphone as it was', async () => {
    const { hold, press, called, names, session, said } = await linked();
    await hold();
    expect(called('updateSession')).to.deep.equal([[{ turn_detection: null }]]);
    press('pointerup');
    await said('Waiting');
    await until(() => (called('updateSession').length > 1 ? true : undefined), 'the detection again');
    expect(called('updateSession')[1]).to.deep.equal([{ turn_detection: { type: 'server_vad' } }]);
    expect(session.muted, 'it was opened for the note alone').to.equal(true);
    expect(names().lastIndexOf('updateSession')).to.be.above(names().indexOf('stopTalking'));
  });

  it('leave a voice that is pushed to talk as it is', async () => {
    const { hold, press, called, names } = await linked({ images: pictures }, { 'push-to-talk': '' });
    await hold();
    press('pointerup');
    await until(() => (names().includes('stopTalking') ? true : undefined), 'the end of the turn');
    expect(called('updateSession')).to.deep.equal([]);
  });

  it('become a draft of that video, shown with what was changed, which is sent only when a person sends it', async () => {
    const { hold, press, said, tools, find, queue, element, root, write } = await linked();
    await write('My own words');
    await hold();
    press('pointerup');
    await said('Waiting');
    const told = await call(tools, 'revise_video', { prompt: 'A red paper boat at dusk', change: 'The boat is red' });
    expect(told['video']).to.equal('boat');
    await said('Changed draft: The boat is red');
    const draft = await find('dialog .note-draft');
    expect(draft.querySelector('ins')?.textContent).to.include('red');
    expect(queue.calls.filter(([name]) => name === 'submit')).to.deep.equal([]);
    expect(element.draft.prompt, 'what was written stays').to.equal('My own words');
    (await find('[data-act="open-draft"]')).click();
    await until(() => (root.querySelector('dialog') === null ? true : undefined), 'the view to close');
    await until(() => (element.draft.prompt === 'A red paper boat at dusk' ? true : undefined), 'the draft');
    expect(element.draft.seed).to.equal(7);
    await element.generate();
    const sent = queue.calls.find(([name]) => name === 'submit');
    expect(sent?.[2]).to.include({ parentId: 'boat' });
  });

  it('go without a frame where the dialect carries no pictures', async () => {
    const { hold, press, called, names } = await linked({});
    await hold();
    press('pointerup');
    await until(() => (names().includes('stopTalking') ? true : undefined), 'the end of the turn');
    expect(called('sendImages')).to.deep.equal([]);
    const [[event]] = called('send') as [[{ item: { role: string; content: readonly { text: string }[] } }]];
    expect(event.item.role).to.equal('user');
    expect(event.item.content[0]?.text).to.include(`“${prompt}”`);
  });

  it('are thrown away by Escape, which then leaves the view open', async () => {
    const { hold, key, press, called, said, dialog } = await linked();
    await hold();
    expect(key('keydown', 'Escape').defaultPrevented).to.equal(true);
    await said('Discarded');
    press('pointerup');
    expect(called('stopTalking')).to.deep.equal([[{ discard: true }]]);
    expect(called('sendImages')).to.deep.equal([]);
    expect(dialog.open).to.equal(true);
  });

  it('are held by the space bar, and begun and ended by Enter', async () => {
    const { key, listens, called, said, button } = await linked();
    key('keydown', ' ');
    await listens();
    expect(button.getAttribute('aria-pressed')).to.equal('true');
    key('keyup', ' ');
    await said('Waiting');
    await until(() => (called('stopTalking').length === 1 ? true : undefined), 'the first');
    button.click();
    await listens();
    button.click();
    await until(() => (called('stopTalking').length === 2 ? true : undefined), 'the second');
    expect(called('stopTalking')).to.deep.equal([[], []]);
  });

  it('of one click are no notes', async () => {
    const { press, called, said } = await linked();
    // However long the browser takes for it.
    const pressedAt = performance.now();
    Object.defineProperty(performance, 'now', { value: () => pressedAt, configurable: true });
    press('pointerdown');
    await said('Listening');
    press('pointerup');
    Reflect.deleteProperty(performance, 'now');
    await said('Nothing was heard');
    expect(called('stopTalking')).to.deep.equal([[{ discard: true }]]);
  });

  it('end with the connection, and with the view', async () => {
    const { hold, session, said, called, press, dialog } = await linked();
    await hold();
    session.enter('reconnecting');
    await said('The connection was lost');
    press('pointerup');
    session.enter('open');
    await hold();
    dialog.close();
    await until(() => (called('stopTalking').length === 2 ? true : undefined), 'the end');
    expect(called('stopTalking')).to.deep.equal([[{ discard: true }], [{ discard: true }]]);
    expect(called('sendImages')).to.deep.equal([]);
  });

  it('say that there is no microphone', async () => {
    const { press, session, said, called } = await linked();
    session.failNext('setMicrophone', new VoxreelError('microphone_denied', 'No.'));
    press('pointerdown');
    await said('Listening');
    session.report(new VoxreelError('microphone_denied', 'No.'));
    await said('The microphone cannot be used');
    expect(called('stopTalking')).to.deep.equal([[{ discard: true }]]);
  });

  it('show what the voice answers in place of a draft', async () => {
    const { hold, press, said, session } = await linked();
    await hold();
    press('pointerup');
    await said('Waiting');
    const content = [{ type: 'audio', transcript: 'Which boat do you mean?' }];
    session.receive({
      type: 'response.done',
      response: { id: 'r1', status: 'completed', output: [{ id: 'i1', type: 'message', role: 'assistant', status: 'completed', content }] },
    });
    await said('Which boat do you mean?');
  });
});

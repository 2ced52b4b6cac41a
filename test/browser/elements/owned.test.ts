// Both elements on a shared computer: another user sees nothing of the one before, and a sign-out leaves nothing behind.
import { expect, fixture, html } from '@open-wc/testing';

import 'voxreel/realtime-voice';
import 'voxreel/video-generator';
import { indexedDbStorage, isVoxreelError } from 'voxreel';
import type { RealtimeVoice, VideoGenerator } from 'voxreel';
import { waitUntil } from './until.js';

const { gateway } = (await (await fetch('/test-service.json')).json()) as { gateway: string };
const shows = (element: HTMLElement, text: string) => element.shadowRoot?.textContent?.includes(text) === true;

let pages = 0;
const fresh = () => `shared-${Date.now()}-${pages++}`;

describe('<video-generator user>', () => {
  const finished = (prompt: string, user: string) => ({
    version: 2,
    id: `0mgq00000${prompt.replaceAll(' ', '')}`,
    status: 'succeeded',
    model: 'my-own',
    prompt,
    providerId: 'generic',
    draft: { model: 'my-own', prompt },
    createdAt: 1,
    updatedAt: 2,
    endedAt: 2,
    deadlineAt: 4e12,
    idempotencyKey: 'k',
    kind: 'video',
    user,
    agent: 'any',
    outputs: [{ url: `${location.origin}/none.webm` }],
  });
  const kept = async (name: string, user: string, prompt: string) => {
    const database = user === '' ? `voxreel-video-${name}` : `voxreel-video@${user.length}/${user}/${name}`;
    const storage = indexedDbStorage(database);
    const record = finished(prompt, user);
    await storage.put(record.id, record);
    storage.close();
  };
  const page = (name: string, user: string, persist = 'local') =>
    fixture<VideoGenerator>(
      html`<video-generator base-url=${gateway} model="my-own" name=${name} user=${user} persist=${persist}></video-generator>`,
    );
  const areaOf = (element: VideoGenerator) => element.shadowRoot?.querySelector('textarea');

  it('shows another user’s videos as soon as there is another user, and nothing of the one before', async () => {
    const name = fresh();
    await kept(name, 'ada', 'a fox of Ada');
    await kept(name, 'bob', 'a bear of Bob');
    await kept(name, '', 'a heron of nobody');
    const element = await page(name, 'ada');
    await waitUntil(() => shows(element, 'a fox of Ada'), 'the videos of Ada');
    const area = areaOf(element);
    if (!area) throw new Error('There is no prompt.');
    area.value = 'half a thought of Ada';
    area.dispatchEvent(new Event('input', { bubbles: true }));
    element.user = 'bob';
    await waitUntil(() => shows(element, 'a bear of Bob'), 'the videos of Bob');
    expect(shows(element, 'Ada') || shows(element, 'nobody')).to.equal(false);
    expect(areaOf(element)?.value).to.equal('');
  });

  it('forgets at a sign-out, and the other user keeps everything', async () => {
    const name = fresh();
    await kept(name, 'ada', 'a fox of Ada');
    await kept(name, 'bob', 'a bear of Bob');
    const element = await page(name, 'ada');
    // At once: nothing is loaded yet.
    await element.forget();
    await element.forget();
    expect(shows(element, 'Ada')).to.equal(false);
    const again = await page(name, 'ada');
    element.user = 'bob';
    await waitUntil(() => shows(element, 'a bear of Bob'), 'the videos of Bob');
    expect(shows(again, 'Ada')).to.equal(false);
  });

  it('forgets what was kept before the page stopped keeping', async () => {
    const name = fresh();
    await kept(name, 'ada', 'a fox of Ada');
    await (await page(name, 'ada', 'none')).forget();
    expect((await indexedDB.databases()).filter((database) => database.name?.includes(name))).to.deep.equal([]);
  });
});

describe('<realtime-voice user agent>', () => {
  const storage = indexedDbStorage('voxreel-voice');
  beforeEach(() => storage.clear());
  afterEach(() => storage.clear());

  const page = (user: string, agent = '') =>
    fixture<RealtimeVoice>(
      html`<realtime-voice
        base-url=${gateway}
        model="rehearsal"
        modalities="text"
        transport="websocket"
        persist="local"
        user=${user}
        agent=${agent}
      ></realtime-voice>`,
    );
  const converse = async (element: RealtimeVoice, text: string) => {
    element.sendText(text);
    await waitUntil(() => element.shadowRoot?.querySelectorAll('[part~="line"]').length === 2, 'an answer');
  };

  it('shows another user, or another agent, nothing of the conversation', async () => {
    const element = await page('ada', 'desk');
    await converse(element, 'A secret of Ada.');
    const before = element.session;
    element.user = 'bob';
    await waitUntil(() => !shows(element, 'A secret'), 'the conversation to be gone');
    expect(before?.phase).to.equal('closed');
    expect(element.exportConversation('markdown')).to.not.include('secret');
    element.agent = 'shop';
    element.user = 'ada';
    await element.updateComplete;
    await element.session?.ready;
    await element.updateComplete;
    expect(shows(element, 'A secret')).to.equal(false);
    element.agent = 'desk';
    await waitUntil(() => shows(element, 'A secret'), 'Ada’s conversation at the desk');
  });

  it('forgets at a sign-out, also in the user’s other elements', async () => {
    const [element, other] = [await page('grace', 'desk'), await page('grace', 'shop')];
    await converse(element, 'A secret of Grace.');
    await converse(other, 'Another secret.');
    await element.forget();
    await waitUntil(() => !shows(element, 'secret') && !shows(other, 'secret'), 'both to be empty');
    expect(JSON.stringify(await storage.all())).to.not.include('"grace"');
  });

  it('says what it would lose', async () => {
    await storage.put('conversation:page_1', {
      id: 'page_1',
      kind: 'conversation',
      version: 2,
      user: 'zoe',
      agent: '',
      service: 'x',
      model: 'm',
      savedAt: Date.now(),
      events: [],
      pending: [{ type: 'conversation.item.create', item: { id: 'a', type: 'message', role: 'user', content: [] } }],
    });
    const element = await page('zoe');
    const error: unknown = await element.forget().catch((cause: unknown) => cause);
    expect(isVoxreelError(error) && error.code).to.equal('unsent');
    await element.forget({ discard: true });
    expect(await storage.all()).to.deep.equal([]);
  });
});

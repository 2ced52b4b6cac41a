// What both elements say by themselves to those who listen: whole sentences, each once, few of them, and what matters at once.
import { expect } from '@open-wc/testing';
import { VoxreelError } from 'voxreel';

import { assistantStops, userSays } from './scripted-session.js';
import { scriptedTask } from './scripted-queue.js';
import { setStage } from './realtime-voice/stage.js';
import { until } from './until.js';
import { sampleVideo, stage } from './video-generator/stage.js';

interface Said {
  readonly polite: string[];
  readonly assertive: string[];
}

/** Everything a screen reader would be told by the live regions of an element from now on. */
function listenTo(element: HTMLElement): Said {
  const said: Said = { polite: [], assertive: [] };
  const root = element.shadowRoot ?? element;
  const last = new Map<Element, string>();
  const read = () => {
    for (const region of root.querySelectorAll('[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]')) {
      const text = (region.textContent ?? '').trim();
      if (text === (last.get(region) ?? '')) continue;
      last.set(region, text);
      if (text !== '') (region.matches('[role=alert], [aria-live=assertive]') ? said.assertive : said.polite).push(text);
    }
  };
  new MutationObserver(read).observe(root, { subtree: true, childList: true, characterData: true });
  read();
  return said;
}

const heard = (list: readonly string[], wanted: RegExp | string) =>
  until(
    () => list.find((each) => (typeof wanted === 'string' ? each.includes(wanted) : wanted.test(each))),
    `"${wanted}" in ${list.join(' | ')}`,
  );

describe('live regions', () => {
  it('says a streamed answer by whole sentences, each once, in few pieces', async () => {
    const { element, session } = await setStage({ modalities: 'text' });
    await element.connect();
    const said = listenTo(element);
    const sentences = Array.from({ length: 40 }, (_, at) => `This is sentence number ${at} of the answer.`);
    const text = sentences.join(' ');
    session.receive(
      userSays('u1', 'Tell me much.'),
      { type: 'response.created', response: { id: 'r_a1', status: 'in_progress' } },
      {
        type: 'response.output_item.added',
        response_id: 'r_a1',
        item: { id: 'a1', type: 'message', role: 'assistant', status: 'in_progress', content: [] },
      },
    );
    for (let at = 0; at < text.length; at += 7) {
      session.receive({ type: 'response.text.delta', response_id: 'r_a1', item_id: 'a1', content_index: 0, delta: text.slice(at, at + 7) });
      if (at % 70 === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    session.receive(...assistantStops('a1'));
    await heard(said.polite, 'number 39');
    const answer = said.polite.filter((each) => each.includes('sentence'));
    expect(answer.join(' ').replaceAll('\u00a0', '')).to.equal(text);
    expect(answer.length).to.be.at.most(6);
    for (const each of answer) expect(each).to.match(/^This is .*answer\.$/s);
    expect(said.assertive).to.deep.equal([]);
  });

  it('does not say what is spoken aloud, which stands as its caption', async () => {
    const { element, session, find } = await setStage();
    await element.connect();
    const said = listenTo(element);
    const { assistantSpeaks } = await import('./scripted-session.js');
    session.receive(...assistantSpeaks('a1', 'This is heard aloud.'), ...assistantStops('a1'));
    await until(() => (find('.lines').textContent?.includes('This is heard aloud.') ? true : undefined), 'the caption');
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect([...said.polite, ...said.assertive].join(' ')).not.to.contain('heard aloud');
  });

  it('says that it is connected, that it connects again, and that it is over, and nothing of who speaks', async () => {
    const { element, session } = await setStage();
    const said = listenTo(element);
    await element.connect();
    await heard(said.polite, /Connected|Listening/);
    for (let turn = 0; turn < 5; turn++) {
      session.sound({ speaker: turn % 2 });
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    session.enter('reconnecting');
    await heard(said.polite, /[Rr]econnect|again/);
    session.enter('open');
    element.disconnect();
    await heard(said.polite, 'Ended');
    expect(said.polite.length, said.polite.join(' | ')).to.be.at.most(6);
  });

  it('says at once what failed, with what can be done', async () => {
    const { element, session } = await setStage();
    const said = listenTo(element);
    session.failNext('connect', new VoxreelError('connection_failed', 'No.'));
    await element.connect().catch(() => undefined);
    const notice = await until(() => element.shadowRoot?.querySelector('.notice strong')?.textContent ?? undefined, 'the notice');
    await heard(said.assertive, notice);
    expect(said.assertive).to.have.length(1);
  });

  it('says the life of a video in two sentences, however often it is asked', async () => {
    const { element, queue } = await stage();
    // What was there before the queue is followed is no news.
    await until(() => element.shadowRoot?.querySelector('.empty') ?? undefined, 'the empty gallery');
    const said = listenTo(element);
    queue.put({ id: 'one', status: 'submitting' });
    queue.put({ id: 'one', status: 'processing' });
    await heard(said.polite, 'Sent');
    for (let progress = 0; progress < 20; progress++) {
      queue.put({ id: 'one', progress: progress / 20 });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    queue.put({ id: 'one', status: 'succeeded', outputs: [{ url: await sampleVideo() }] });
    await heard(said.polite, 'Ready');
    expect(said.polite).to.have.length(2);
    expect(said.assertive).to.deep.equal([]);
  });

  it('loses nothing where several videos end at once', async () => {
    const { element, queue } = await stage({
      tasks: [scriptedTask({ id: 'one', prompt: 'Herons' }), scriptedTask({ id: 'two', prompt: 'Otters' })],
    });
    await until(() => element.shadowRoot?.querySelector('.card') ?? undefined, 'the gallery');
    const said = listenTo(element);
    const outputs = [{ url: await sampleVideo() }];
    queue.put({ id: 'one', status: 'succeeded', outputs });
    queue.put({ id: 'two', status: 'succeeded', outputs });
    await heard(said.polite, 'Herons');
    await heard(said.polite, 'Otters');
  });

  it('says at once that a video failed, and which text is wrong', async () => {
    const { element, queue, press } = await stage({ tasks: [scriptedTask({ id: 'one' })] });
    await until(() => element.shadowRoot?.querySelector('.card') ?? undefined, 'the gallery');
    const said = listenTo(element);
    queue.put({ id: 'one', status: 'failed', error: { code: 'server_error', message: 'It broke.', retryable: true } });
    await heard(said.assertive, /could not be made|broke|failed/);
    await press('Generate');
    await heard(said.assertive, 'Write what the video should show.');
    expect(said.assertive).to.have.length(2);
  });
});

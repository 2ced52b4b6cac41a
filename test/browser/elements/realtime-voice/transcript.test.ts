// The transcript as a person uses it: following, scrolling, selecting, copying, kinds of content, long conversations.
import { expect } from '@open-wc/testing';

import { assistantCalls, assistantSpeaks, heard, userSays } from '../scripted-session.js';
import { rootOf } from '../shared/states.js';
import { waitUntil } from '../until.js';
import { setStage, type Stage } from './stage.js';

const message = (id: string, content: readonly object[], role = 'assistant', status = 'completed') => ({
  type: 'conversation.item.created',
  item: { id, type: 'message', role, status, content },
});
const many = (count: number) => Array.from({ length: count }, (_, at) => userSays(`u${at}`, `Line ${at}`));
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const frames = async (count: number) => {
  for (let at = 0; at < count; at++) await frame();
};
const writing = [
  { type: 'response.output_item.added', response_id: 'r', item: { id: 'a1', type: 'message', role: 'assistant', status: 'in_progress' } },
];
const writes = (delta: string) => ({ type: 'response.text.delta', response_id: 'r', item_id: 'a1', content_index: 0, delta });

async function scrolledUp(): Promise<Stage> {
  const stage = await setStage({ modalities: 'text' });
  stage.session.receive(...many(60), ...writing, writes('Begun.'));
  await stage.shows('.lines', 'Begun.');
  stage.find('.scroller').scrollTop = -600;
  await waitUntil(() => stage.all('.latest').length === 1, 'there is no way back');
  return stage;
}

const topOf = (line: Element | undefined) => line?.getBoundingClientRect().top ?? Number.NaN;
const firstLine = (stage: Stage) => stage.all('.line').find((line) => topOf(line) > topOf(stage.find('.scroller')));

describe('a transcript that one reads further up', () => {
  it('stays where it is while more is written below', async () => {
    const stage = await scrolledUp();
    const line = firstLine(stage);
    const before = topOf(line);
    for (let at = 0; at < 20; at++) {
      stage.session.receive(writes(`\n\nParagraph ${at}, which makes the end longer.`));
      await frame();
    }
    await stage.shows('.lines', 'Paragraph 19');
    await frames(2);
    expect(topOf(line)).to.be.closeTo(before, 2);
  });

  it('moves by what one scrolls alone while more is written below', async () => {
    const stage = await scrolledUp();
    const scroller = stage.find('.scroller');
    const line = firstLine(stage);
    const before = topOf(line);
    for (let at = 0; at < 20; at++) {
      stage.session.receive(writes(`\n\nParagraph ${at}, which makes the end longer.`));
      scroller.scrollTop -= 5;
      await frame();
    }
    await stage.shows('.lines', 'Paragraph 19');
    await frames(2);
    expect(topOf(line)).to.be.closeTo(before + 100, 2);
  });

  it('leads back to the newest line, says when there is more, and keeps the focus', async () => {
    const stage = await scrolledUp();
    expect(stage.text('.latest')).to.equal('Latest');
    stage.session.receive(userSays('u99', 'One more'));
    await stage.shows('.latest', 'New messages');
    await expect(stage.element).to.be.accessible();
    stage.find('.latest button').focus();
    stage.find('.latest button').click();
    await waitUntil(() => stage.all('.latest').length === 0, 'the button stays');
    expect(stage.find('.scroller').scrollTop).to.be.closeTo(0, 48);
    expect(stage.element.shadowRoot?.activeElement).to.equal(stage.find('.scroller'));
  });
});

describe('a transcript that one reads at its end', () => {
  it('follows what is written', async () => {
    const stage = await setStage({ modalities: 'text' });
    stage.session.receive(...many(60), ...writing);
    for (let at = 0; at < 12; at++) {
      stage.session.receive(writes(`Paragraph ${at}.\n\n`));
      await frame();
    }
    await stage.shows('.lines', 'Paragraph 11.');
    const last = stage.all('.words p').at(-1)?.getBoundingClientRect();
    expect(last?.bottom).to.be.at.most(stage.find('.scroller').getBoundingClientRect().bottom + 1);
    expect(stage.all('.latest')).to.have.length(0);
  });

  it('puts a late transcript of the person before the answer to it', async () => {
    const stage = await setStage();
    stage.session.receive({ type: 'session.created', session: { id: 's', input_audio_transcription: {} } });
    stage.session.receive(
      { type: 'input_audio_buffer.committed', item_id: 'u1', previous_item_id: null },
      ...assistantSpeaks('a1', 'Yes.'),
    );
    await stage.shows('.lines', 'Yes.');
    stage.session.receive({
      type: 'conversation.item.input_audio_transcription.completed',
      item_id: 'u1',
      content_index: 0,
      transcript: 'Is it far?',
    });
    await stage.shows('.words', 'Is it far?');
    expect(stage.all('.words').map((words) => words.textContent?.trim())).to.deep.equal(['Is it far?', 'Yes.']);
  });
});

describe('words that are heard', () => {
  it('light up without being recreated, in scripts without spaces too', async () => {
    const stage = await setStage();
    stage.session.receive(...assistantSpeaks('a1', '最高的树在老磨坊旁边。', 1100), heard('a1', 300));
    await waitUntil(() => stage.all('[part=unheard]').length === 8);
    const words = stage.all('[part=unheard]');
    stage.session.receive(heard('a1', 700));
    await waitUntil(() => stage.all('[part=unheard]').length === 4);
    expect(words.every((word) => word.isConnected)).to.equal(true);
    expect(stage.text('.words')).to.equal('最高的树在老磨坊旁边。');
  });

  it('stay one word when it comes in two pieces', async () => {
    const stage = await setStage();
    stage.session.receive(...assistantSpeaks('a1', 'It grows eve', 4000), heard('a1', 100));
    await waitUntil(() => stage.all('[part=unheard]').length === 3);
    stage.session.receive({
      type: 'response.audio_transcript.delta',
      response_id: 'r_a1',
      item_id: 'a1',
      content_index: 0,
      delta: 'ry year',
    });
    await stage.shows('.words', 'every year');
    expect(stage.all('[part=unheard]').map((word) => word.textContent)).to.deep.equal(['It ', 'grows ', 'every ', 'year']);
  });
});

describe('what a message is made of', () => {
  const page = '<p>Hello <b>you</b></p>';
  const htmlPart = message('h1', [{ type: 'text', format: 'html', text: page }]);

  it('is named where it cannot be shown', async () => {
    const stage = await setStage({ modalities: 'text' });
    stage.session.receive(
      message(
        'p1',
        [{ type: 'input_image', image_url: 'https://x.example/a.png' }, { type: 'text', text: 'What is it?' }, { type: 'hologram' }],
        'user',
      ),
    );
    await stage.shows('.words', 'What is it?');
    expect(stage.all('.other').map((part) => part.textContent)).to.deep.equal(['Picture', 'Content that cannot be shown here (hologram)']);
    expect(stage.all('.words img')).to.have.length(0);
  });

  it('is text where it is HTML and the page has no sanitizer, or one that fails or gives no nodes', async () => {
    const stage = await setStage({ modalities: 'text' });
    stage.session.receive(htmlPart);
    await stage.shows('.words', page);
    stage.element.sanitizeHtml = () => undefined;
    await stage.element.updateComplete;
    expect(stage.text('.words')).to.equal(page);
    // @ts-expect-error A page without types may give a string: it is not taken for markup.
    stage.element.sanitizeHtml = (html: string) => html;
    await stage.element.updateComplete;
    expect(stage.text('.words')).to.equal(page);
    expect(stage.all('.words b')).to.have.length(0);
  });

  it('is what the page’s sanitizer makes of HTML, asked once', async () => {
    const stage = await setStage({ modalities: 'text' });
    const asked: string[] = [];
    stage.element.sanitizeHtml = (html) => {
      asked.push(html);
      const bold = document.createElement('b');
      bold.textContent = 'safe';
      return bold;
    };
    stage.session.receive(htmlPart);
    await stage.shows('.html b', 'safe');
    stage.session.receive(userSays('u1', 'Thanks'));
    await stage.shows('.lines', 'Thanks');
    expect(asked).to.deep.equal([page]);
    expect(stage.all('.html b')).to.have.length(1);
  });

  it('ends with a word about it when it was left unfinished', async () => {
    const stage = await setStage({ modalities: 'text' });
    stage.session.receive(message('i1', [{ type: 'text', text: 'This one was' }], 'assistant', 'incomplete'));
    await stage.shows('.words', 'The answer was cut off here.');
  });
});

describe('a message', () => {
  it('is copied by a button that one reaches with Tab, and others with the arrow keys', async () => {
    const stage = await setStage({ modalities: 'text' });
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    });
    stage.session.receive(userSays('u1', 'One'), message('a1', [{ type: 'text', text: '**Two**' }]));
    await stage.shows('.lines', 'Two');
    const buttons = stage.all('.copy');
    expect(buttons.map(({ tabIndex }) => tabIndex)).to.deep.equal([-1, 0]);
    expect(buttons.map(({ ariaLabel }) => ariaLabel)).to.deep.equal(['Copy: You', 'Copy: Assistant']);
    buttons[1]?.focus();
    buttons[1]?.click();
    buttons[1]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }));
    expect(stage.element.shadowRoot?.activeElement).to.equal(buttons[0]);
    buttons[0]?.click();
    await waitUntil(() => copied.length === 2);
    expect(copied).to.deep.equal(['**Two**', 'One']);
    await stage.shows('[role=status]', 'Copied');
  });

  // WebKitGTK takes twice as long, a slice a frame.
  const patienceMs = 100_000;
  it('of a million characters is shown whole', async () => {
    const stage = await setStage({ modalities: 'text' });
    const text = 'A paragraph with **bold words**, `code` and more of it.\n\n'.repeat(18_000);
    stage.session.receive(message('a1', [{ type: 'text', text }]));
    await waitUntil(() => stage.all('.words strong').length === 18_000, 'not all of it is shown', { timeout: patienceMs });
  });
});

describe('a function call', () => {
  it('has long arguments below it, line by line, open while it waits', async () => {
    const stage = await setStage();
    stage.session.receive(...assistantCalls('f1', 'trail_status', { trail: 'mill loop', from: 'the north gate', with: ['dog'] }));
    stage.session.askApproval({ callId: 'call_f1', name: 'trail_status', arguments: '{}' });
    await stage.shows('.call', 'Allow');
    const details = stage.find('details.arguments');
    expect(details.matches('[open]')).to.equal(true);
    expect(details.querySelector('pre')?.textContent).to.contain('\n  "trail": "mill loop",\n');
    await expect(stage.element).to.be.accessible();
    stage.button('Allow trail_status').click();
    await stage.shows('.call', 'running');
    stage.session.receive({ type: 'local.tool', call_id: 'call_f1', status: 'failed' });
    await stage.shows('.call .live', 'failed');
  });
});

describe('a long conversation', () => {
  it('is there at its end at once, and whole soon after', async () => {
    const stage = await setStage({ modalities: 'text' });
    const shown = () => stage.all('.line').length;
    // Seen as it changes: between two looks at the page the rest may have come.
    let first: number | undefined;
    const observer = new MutationObserver(() => {
      if (stage.text('.lines').includes('Line 1199')) first ??= shown();
    });
    observer.observe(rootOf(stage.element), { childList: true, characterData: true, subtree: true });
    stage.session.receive(...many(1200));
    await waitUntil(() => first !== undefined, 'the end does not come');
    observer.disconnect();
    expect(first).to.equal(100);
    await waitUntil(() => shown() === 1200, 'the rest does not come');
    expect(stage.all('.line').map((line) => line.querySelector('.words')?.textContent)).to.deep.equal(
      Array.from({ length: 1200 }, (_, at) => `Line ${at}`),
    );
  });

  it('goes on when the element was away meanwhile', async () => {
    const stage = await setStage({ modalities: 'text' });
    stage.session.receive(...many(1200));
    await stage.shows('.lines', 'Line 1199');
    const { parentElement } = stage.element;
    stage.element.remove();
    await frames(3);
    parentElement?.append(stage.element);
    await waitUntil(() => stage.all('.line').length === 1200, 'the rest does not come');
  });
});

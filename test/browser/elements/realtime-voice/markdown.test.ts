// Markdown in messages: what it becomes, that it never becomes more than text and checked links, and that what grows is all that is read again.
import { expect } from '@open-wc/testing';

import { createMarkdownBody } from '../../../../src/elements/realtime-voice/markdown/markdown-body.js';
import { closeTail } from '../../../../src/elements/realtime-voice/markdown/markdown-tail.js';
import { createSyntaxCheck } from '../../../../src/elements/realtime-voice/markdown/markdown-syntax.js';
import { safeAddress } from '../../../../src/elements/realtime-voice/markdown/link-view.js';
import { assistantSpeaks, heard, userSays } from '../scripted-session.js';
import { waitUntil } from '../until.js';
import { setStage, type Stage } from './stage.js';

const forever = () => true;

const answer = (id: string, text: string, format?: string) => ({
  type: 'conversation.item.created',
  item: { id, type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'text', text, ...(format && { format }) }] },
});

async function showing(text: string, selector: string): Promise<Stage> {
  const stage = await setStage({ modalities: 'text' });
  stage.session.receive(answer('a1', text));
  await waitUntil(() => stage.all(selector).length > 0, `${selector} is not shown`);
  return stage;
}

const begins = [
  { type: 'response.output_item.added', response_id: 'r', item: { id: 'a1', type: 'message', role: 'assistant', status: 'in_progress' } },
];
const writes = (delta: string) => ({ type: 'response.text.delta', response_id: 'r', item_id: 'a1', content_index: 0, delta });

describe('Markdown in a message', () => {
  it('becomes paragraphs, emphasis, lists, tables, code, quotations and rules, and is accessible', async () => {
    const stage = await showing(
      'A **strong** *soft* ~~gone~~ `code`.\n\n3. three\n4. four\n\n- [x] done\n- [ ] not\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n> said\n\n---\n\nEnd.',
      '.words hr',
    );
    expect(stage.text('.words strong')).to.equal('strong');
    expect(stage.text('.words em')).to.equal('soft');
    expect(stage.text('.words del')).to.equal('gone');
    expect(stage.text('.words code')).to.equal('code');
    expect(stage.find('.words ol').getAttribute('start')).to.equal('3');
    expect(stage.all('.check').map((box) => box.getAttribute('aria-label'))).to.deep.equal(['Done', 'To do']);
    expect(stage.all('.words th').map((cell) => cell.textContent)).to.deep.equal(['a', 'b']);
    expect(stage.all('.words td').map((cell) => cell.className)).to.deep.equal(['', 'right']);
    expect(stage.text('.words blockquote')).to.equal('said');
    await expect(stage.element).to.be.accessible();
  });

  it('has headings that begin below those of the page and leave no level out', async () => {
    const stage = await showing('#### Deep\n\n# Top\n\n### Under\n\n## Beside\n\n## Again', '[role=heading]');
    expect(stage.all('[role=heading]').map((heading) => heading.ariaLevel)).to.deep.equal(['3', '3', '4', '4', '4']);
  });

  it('has code that says its language, is copied whole, scrolls, and reads from left to right', async () => {
    const code = 'def climb(path):\n    return sum(path)';
    const stage = await showing(`\`\`\`python title="x"\n${code}\n\`\`\``, '.code');
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    });
    const block = stage.find('.code pre');
    expect(stage.text('.language')).to.equal('python');
    expect([block.dir, block.tabIndex, block.ariaLabel]).to.deep.equal(['ltr', 0, 'Code, python']);
    expect(getComputedStyle(block).overflowX).to.equal('auto');
    stage.button('Copy code').click();
    await waitUntil(() => stage.button('Copy code').dataset['done'] === 'Copied');
    expect(copied).to.deep.equal([code]);
    await expect(stage.element).to.be.accessible();
  });

  it('has links with the host they lead to, opened apart, and pictures as links alone', async () => {
    const stage = await showing(
      '[the map](https://example.org/north "t") https://example.com/x [us](mailto:a@b.org) ![fir](https://img.example/f.png)',
      '.words a',
    );
    const links = stage.all('.words a');
    expect(links.map((link) => link.getAttribute('href'))).to.deep.equal([
      'https://example.org/north',
      'https://example.com/x',
      'mailto:a@b.org',
      'https://img.example/f.png',
    ]);
    expect(new Set(links.map((link) => `${link.getAttribute('rel')} ${link.getAttribute('target')}`))).to.deep.equal(
      new Set(['noopener noreferrer _blank']),
    );
    expect(stage.all('.place').map((place) => place.textContent?.trim())).to.deep.equal([
      '(example.org)',
      '(a@b.org)',
      '(Picture, img.example)',
    ]);
    expect(stage.all('.words img')).to.have.length(0);
  });

  it('shows where a link leads whose text names another address', async () => {
    const stage = await setStage({ modalities: 'text' });
    const links = [
      ['https://bank.example', 'evil.test'],
      ['bank.example', 'evil.test'],
      ['https://bank.example/evil.test', 'evil.test'],
      ['see evil.test', 'evil.test'],
      ['https://evil.test@bank.example', 'evil.test'],
      ['evil.test/b', 'evil.test/a'],
      ['evil.test', ''],
      ['https://evil.test/a', ''],
    ] as const;
    stage.session.receive(answer('a1', links.map(([text]) => `[${text}](<https://evil.test/a>)`).join('\n\n')));
    await stage.shows('.words a', 'bank.example');
    const shown = links.map(([, place]) => place).filter((place) => place !== '');
    expect(stage.all('.place').map((place) => place.textContent?.trim())).to.deep.equal(shown.map((place) => `(${place})`));
    expect(stage.all('.words a').map((link) => link.getAttribute('aria-description') ?? '')).to.deep.equal(links.map(([, place]) => place));
  });

  it('is left as it is in what a person wrote, and where the service says that it is plain', async () => {
    const stage = await setStage({ modalities: 'text' });
    stage.session.receive(userSays('u1', 'two *stars*'), answer('a1', '**plain**', 'plain'), answer('a2', '**set**', 'markdown'));
    await stage.shows('.words strong', 'set');
    expect(stage.all('.words').map((words) => words.textContent?.trim())).to.deep.equal(['two *stars*', '**plain**', 'set']);
  });
});

describe('hostile Markdown', () => {
  const attempts = [
    '<script>globalThis.hurt = 1</script>',
    '<img src=x onerror="globalThis.hurt = 1">',
    '<svg onload="globalThis.hurt = 1"><style>*{display:none}</style>',
    '[a](javascript:globalThis.hurt=1) [b](JaVaScRiPt&colon;globalThis.hurt=1) [c](data:text/html,<script>1</script>) [d](vbscript:x)',
    '![x](javascript:globalThis.hurt=1) <javascript:globalThis.hurt=1> [e]: javascript:globalThis.hurt=1\n\n[e]',
    '[f](  java\nscript:globalThis.hurt=1) [g](\u0001javascript:globalThis.hurt=1) [h](//evil.example/x) [i](/path) [j](#x)',
    '| <b onclick=globalThis.hurt=1>x</b> |\n|---|\n| <iframe src=javascript:1> |',
    '```html"><script>globalThis.hurt=1</script>\n<script>1</script>\n```',
    '&lt;script&gt;globalThis.hurt=1&lt;/script&gt; &#60;img src=x onerror=globalThis.hurt=1&#62;',
  ];

  it('is text, and links to nowhere but the web and mail', async () => {
    const stage = await setStage({ modalities: 'text' });
    stage.session.receive(...attempts.map((text, at) => answer(`a${at}`, `**x** ${text}\n\n${text}`)));
    await waitUntil(() => stage.all('.words strong').length === attempts.length);
    expect(stage.all('.words :is(script, img, svg, style, iframe, b, object, embed, form, input)')).to.have.length(0);
    for (const link of stage.all('.words a')) expect(link.getAttribute('href')).to.match(/^(https?:|mailto:)/);
    const allowed = /^(class|part|dir|role|href|target|rel|scope|start|tabindex|title|type|aria-\w+|data-\w+)$/;
    for (const node of stage.all('.words *')) for (const { name } of node.attributes) expect(name).to.match(allowed);
    expect(globalThis).not.to.have.property('hurt');
    expect(stage.text('.lines')).to.contain('<script>globalThis.hurt = 1</script>');
  });

  it('has no address that is not followed from a page', () => {
    for (const href of [
      'javascript:1',
      ' javascript:1',
      'java\tscript:1',
      'data:text/html,x',
      'blob:https://a/b',
      'file:///etc',
      '/x',
      '//x',
      'x',
    ])
      expect(safeAddress(href), href).to.equal(undefined);
    expect(safeAddress('HTTPS://Example.org')?.href).to.equal('https://example.org/');
  });

  it('is read in small steps, however long, deep or dense it is', () => {
    const long = (piece: string) => piece.repeat(Math.ceil(200_000 / piece.length)).slice(0, 200_000);
    for (const piece of ['[', '>', '*a ', '_a', '1. ', '- > ', '<', '`a', '![', '| a ', 'a', '\n', '[a][', '**a* ', '&#', '\\', 'a\r']) {
      const body = createMarkdownBody();
      const text = long(piece);
      let steps = 1;
      while (!body.read(text, true, () => false)) steps += 1;
      expect(steps, piece).to.be.within(90, 400);
      const read = body.blocks.reduce((length, { start, end }) => length + end - start, 0);
      expect(read, piece).to.be.at.most(200_000);
    }
  });
});

describe('Markdown that is being written', () => {
  it('is read again from its last block only', () => {
    const body = createMarkdownBody();
    const text = 'One.\n\n- a\n- b\n\n```js\nlet x;\n```\n\nA line.\nLast par';
    body.read(text, true, forever);
    const before = [...body.blocks];
    body.read(`${text}agraph.`, true, forever);
    expect(body.blocks).to.have.length(4);
    for (const at of [0, 1, 2]) expect(body.blocks[at]).to.equal(before[at]);
    expect(body.blocks[3]).not.to.equal(before[3]);
  });

  it('ends as it would have been read whole', () => {
    const text =
      '# One\n\nA *word* and\nanother\n===\n\n1. one\n\n   more\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```py\nx = "```"\n```\n\n> q\n> r\n\nThe [end](https://a.b).';
    const kinds = (body: ReturnType<typeof createMarkdownBody>) => body.blocks.map(({ start, end }) => text.slice(start, end));
    const whole = createMarkdownBody();
    whole.read(text, false, forever);
    for (const step of [1, 2, 3, 7, 11]) {
      const streamed = createMarkdownBody();
      for (let at = step; at < text.length; at += step) streamed.read(text.slice(0, at), true, forever);
      streamed.read(text, false, forever);
      expect(kinds(streamed), `${step} at a time`).to.deep.equal(kinds(whole));
    }
  });

  it('keeps a long list, table and code one block each', () => {
    for (const [head, row] of [
      ['', '- an item of a list\n'],
      ['| a | b |\n|---|---|\n', '| one | two |\n'],
      ['```js\n', 'let a = 1;\n'],
      ['', '> a line that is quoted\n'],
      ['', 'word '],
    ] as const) {
      const body = createMarkdownBody();
      body.read(head + row.repeat(1000), false, forever);
      expect(body.blocks, row).to.have.length(1);
    }
  });

  it('closes or holds back what is open', () => {
    const closed = {
      'a **bo': 'a **bo**',
      'a *b': 'a *b*',
      'a `co': 'a `co`',
      'see [the map](https://exa': 'see the map',
      'para\n-': 'para',
      'para\n1': 'para',
      'foo **': 'foo ',
      '| a | b |\n|--': '',
      '2*3 and': '2*3 and',
      snake_case_name: 'snake_case_name',
      '```js\nlet `a = **': '```js\nlet `a = **',
    };
    for (const [open, shown] of Object.entries(closed)) expect(closeTail(open).trimEnd(), open).to.equal(shown.trimEnd());
  });

  it('is plain at first, formatted when its reader has come, and never empty between', async () => {
    const stage = await setStage({ modalities: 'text' });
    stage.session.receive(...begins, writes('Take **the'));
    await waitUntil(() => stage.all('.words').length > 0);
    const empty: string[] = [];
    const observer = new MutationObserver(() => stage.text('.words') === '' && empty.push('empty'));
    observer.observe(stage.find('.words'), { subtree: true, childList: true, characterData: true });
    stage.session.receive(writes(' north** path.'));
    await stage.shows('.words strong', 'the north');
    observer.disconnect();
    expect(empty).to.deep.equal([]);
    expect(stage.text('.words')).to.equal('Take the north path.');
  });

  it('keeps what is selected, before the end and in it', async () => {
    const stage = await setStage({ modalities: 'text' });
    stage.session.receive(...begins, writes('First **block** here.\n\nSecond one gro'));
    await stage.shows('.words strong', 'block');
    const [first, second] = stage.all('.words p');
    const at = (p: Element | undefined) => [...(p?.childNodes ?? [])].find((node) => node instanceof Text && node.data.trim() !== '');
    const [from, to] = [at(first), at(second)];
    if (from === undefined || to === undefined) throw new Error('There is nothing to select.');
    const range = new Range();
    range.setStart(from, 2);
    range.setEnd(to, 6);
    stage.session.receive(writes('ws, and **on'), writes('** and on.'));
    await stage.shows('.words', 'and on and on.');
    expect(range.toString()).to.match(/^rst block here\.\s*Second$/);
  });

  it('knows text that has none of it', () => {
    const has = (text: string) => createSyntaxCheck()(text);
    for (const plain of ['Hello.', 'It costs 3 - 2 = 1 euro.', 'a, b; c (d) e: f?', 'Line\nline', 'x-y z'])
      expect(has(plain), plain).to.equal(false);
    for (const marked of ['**a**', 'x\n- a', '1. a', '# a', '`a`', '[a](b)', '> a', 'http://a.b', '| a | b |', '&amp;'])
      expect(has(marked), marked).to.equal(true);
    const grows = createSyntaxCheck();
    expect([grows('Some text\n'), grows('Some text\n- ')]).to.deep.equal([false, true]);
  });
});

describe('Markdown that is spoken', () => {
  it('lights its words as they are heard, within their marks', async () => {
    const stage = await setStage();
    stage.session.receive(...assistantSpeaks('a1', 'It is **sixty one** metres and *grows* every year.', 5000), heard('a1', 2200));
    await stage.shows('.words strong', 'sixty one');
    const unheard = () =>
      stage
        .all('[part=unheard]')
        .map(({ textContent }) => textContent)
        .join('');
    expect(unheard()).to.equal('metres and grows every year.');
    const words = stage.all('.words em [part=unheard]');
    stage.session.receive(heard('a1', 3900));
    await waitUntil(() => unheard() === 'every year.');
    expect(stage.find('.words em').contains(words[0] ?? null)).to.equal(true);
  });

  it('strikes what was cut, and says so once', async () => {
    const stage = await setStage();
    stage.session.receive(...assistantSpeaks('a1', 'One **two** three.\n\nFour *five* six.', 4000), heard('a1', 1000));
    stage.session.receive({ type: 'conversation.item.truncated', item_id: 'a1', content_index: 0, audio_end_ms: 1000 });
    await stage.shows('.words s', 'three');
    expect(
      stage
        .all('.words s')
        .map(({ textContent }) => textContent?.trim())
        .join(' '),
    ).to.contain('five');
    expect(stage.text('.words').split('Cut off:')).to.have.length(2);
  });
});

// <realtime-voice>: what an answer is made of when it is written: Markdown, code, tables, and what is not safe to show.
import type { Meta, StoryObj } from '@storybook/web-components-vite';

import { userSays } from '../../test/browser/elements/scripted-session.js';
import { RealtimeVoice } from '../../src/elements/realtime-voice/realtime-voice.js';
import { connected, play, voiceMeta, voiceStage, type VoiceArgs } from './stage.js';

const meta: Meta<VoiceArgs> = {
  title: 'realtime-voice/Markdown',
  component: 'realtime-voice',
  ...voiceMeta,
  args: { ...voiceMeta.args, modalities: 'text' },
};
export default meta;

type Story = StoryObj<VoiceArgs>;

const writes = (text: string, done = true): Story => ({
  render: (args) =>
    voiceStage(args, (session) => {
      connected(session);
      const item = { id: 'a1', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
      session.receive(
        userSays('u1', 'Show me what you can write.'),
        { type: 'response.created', response: { id: 'r1', status: 'in_progress' } },
        { type: 'response.output_item.added', response_id: 'r1', item },
        { type: 'response.text.delta', response_id: 'r1', item_id: 'a1', content_index: 0, delta: text },
      );
      if (done)
        session.receive(
          { type: 'response.output_item.done', response_id: 'r1', item: { ...item, status: 'completed' } },
          { type: 'response.done', response: { id: 'r1', status: 'completed', output: [] } },
        );
    }),
});

/** A whole answer of these parts, from a service that sends more than words. */
const sends = (...content: readonly object[]): Story => ({
  render: (args) =>
    voiceStage(args, (session) => {
      connected(session);
      session.receive(userSays('u1', 'Show me what you can send.'), {
        type: 'conversation.item.created',
        item: { id: 'a1', type: 'message', role: 'assistant', status: 'completed', content },
      });
    }),
});
const markup = '<h3>Mill loop</h3><p>Open, <b>6.2 km</b>.</p><img src=x onerror="alert(1)">';

export const Prose: Story = writes(`## The mill loop

A walk of **two hours**, *mostly* level. ~~Closed~~ Open since Friday.

- along the stream to the weir
- over the \`lower\` bridge
  - the upper one is wet
- back through the wood

1. Park by the church.
2. Follow the blue marks.

> Dogs stay on a lead past the weir.

More at [the trail office](https://trails.example/mill).

---

- [x] Map
- [ ] Second pair of socks
`);

export const Code: Story = writes(`Here it is:

\`\`\`ts
export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value)); // a line that is longer than the sheet is wide, and scrolls by itself
\`\`\`

\`\`\`
$ npm test
42 passed, 0 failed
\`\`\`
`);

export const Table: Story = writes(`| trail | length | climb | state |
|:--|--:|--:|:-:|
| Mill loop | 6.2 km | 140 m | open |
| North ridge | 11.8 km | 720 m | closed |
| Weir and back | 2.4 km | 20 m | open |
`);

export const HalfWritten: Story = writes(
  'It names each tree:\n\n```py\nfor tree in valley:\n    print(tree.name)\n```\n\nThe **tallest of th',
  false,
);

export const Hostile: Story = writes(`<img src=x onerror="alert(1)"> <script>alert(2)</script>

[press me](javascript:alert(3)) and ![a picture](https://elsewhere.example/pixel.png)
`);

export const OtherParts: Story = sends(
  { type: 'text', text: 'The map, and how it sounds there:' },
  { type: 'image' },
  { type: 'file' },
  { type: 'weather' },
);

export const HtmlAsText: Story = sends({ type: 'text', format: 'html', text: markup });

/** The page says how HTML becomes safe: here, by keeping its words alone. */
export const HtmlSanitized: Story = {
  ...HtmlAsText,
  play: play(({ element }) => {
    if (!(element instanceof RealtimeVoice)) return;
    element.sanitizeHtml = (source) => {
      const safe = document.createDocumentFragment();
      const words = [...source.matchAll(/<(h3|p)>(.*?)<\/\1>/g)];
      for (const [, tag = 'p', inner = ''] of words) {
        const kept = document.createElement(tag === 'h3' ? 'h3' : 'p');
        kept.textContent = inner.replaceAll(/<[^>]*>/g, '');
        safe.append(kept);
      }
      return safe;
    };
  }),
};

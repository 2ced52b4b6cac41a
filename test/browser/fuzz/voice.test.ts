// <realtime-voice> over a real session, told what no service should say and given files that are none: all of it is text in the end.
import fc from 'fast-check';

import 'voxreel/realtime-voice';
import { recordingsToOpen, talksToShow } from '../../fuzz/hostile-pages.js';
import { openToldSession } from '../../fuzz/told-session.js';
import { until } from '../elements/until.js';
import { itShows, requireHarmless } from './pages.js';

const look = {
  name: 'look',
  parameters: { type: 'object', properties: { name: { type: 'string' } } },
  execute: (args: unknown) => args,
};

const openSession = () => openToldSession('none', [look, { ...look, name: 'ask', approve: true }]);

const theEnd = {
  type: 'conversation.item.created',
  item: { id: 'the-end', type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'text', text: '**All was said.**' }] },
};

function place() {
  const element = document.createElement('realtime-voice');
  for (const name of ['inspector', 'push-to-talk']) element.setAttribute(name, '');
  element.lang = 'en';
  document.body.append(element);
  const all = (selector: string) => [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const shows = (selector: string, text: string) =>
    until(() => (all(selector).some(({ textContent }) => textContent?.includes(text)) ? true : undefined), `${text} in ${selector}`);
  return {
    element,
    all,
    shows,
    /** The menu, or the sheet behind one of its last entries. */
    async open(entry?: number) {
      (await until(() => all('button[aria-label="More"]')[0], 'the button')).click();
      await until(() => all('[role=menuitem]')[0], 'the menu');
      if (entry === undefined) return;
      all('[role=menuitem]').at(entry)?.click();
      await until(() => all('[role=dialog] h2')[0], 'a sheet');
    },
  };
}

describe('<realtime-voice>, told what hurts', () => {
  // What is said is drawn at once when its reader is there.
  before(() => import('../../../src/elements/realtime-voice/markdown/markdown.js'));
  const sheets = { none: undefined, inspector: -1, settings: -2, gauges: -3 };

  itShows(
    'makes no markup, script or unsafe address of what a service says',
    8,
    fc.tuple(talksToShow, fc.constantFrom(...(Object.keys(sheets) as (keyof typeof sheets)[]))),
    async ([texts, sheet]) => {
      const { element, shows, open } = place();
      const { session, say } = await openSession();
      try {
        element.session = session;
        for (const text of texts) say(text);
        say(JSON.stringify(theEnd));
        await shows('.words strong', 'All was said.');
        await requireHarmless(element);
        if (sheets[sheet] === undefined) return;
        await open(sheets[sheet]);
        await requireHarmless(element);
      } finally {
        session.close();
        element.remove();
      }
    },
  );

  itShows('makes none of a recording either, whatever it is called', 4, recordingsToOpen, async ({ name, text }) => {
    const { element, all, open } = place();
    try {
      await open();
      const field = all('.menu input[type=file]')[0];
      if (!(field instanceof HTMLInputElement)) throw new Error('There is no field for files.');
      const files = new DataTransfer();
      files.items.add(new File([text], name));
      field.files = files.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
      const refused = () =>
        all('[role=menu]').some(({ textContent }) => textContent?.includes('This file does not contain a conversation'));
      await until(() => (refused() || all('.notice.calm').length > 0 ? true : undefined), 'what became of the file');
      await requireHarmless(element);
    } finally {
      element.remove();
    }
  });
});

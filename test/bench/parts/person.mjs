// What people feel of a call, and do not see: the main thread of the page it stands in, and what a busy page does to its sound.
import { benchBusyPage } from '../busy-page.mjs';
import { figures, over } from '../figures.mjs';
import { benchMainThread } from '../main-thread.mjs';

const figure = figures({ unit: 'ms of CPU a second', base: 'a session without the element' });

const busy = figures({ unit: 'ms', base: 'a call without a worker' });

const title = 'Main thread of a page in a call';
const busyTitle = 'A page that is busy 400 ms of every second, for ten seconds';

export const person = {
  name: 'person',
  title,
  async measure() {
    const { session, element } = await benchMainThread({ seconds: 20 });
    const row = (id, where, value, base, ratio) =>
      figure(`person.main-thread.${id}`, title, over(value, base), { where, promised: { ratio } });
    const { worker, page } = await benchBusyPage({ seconds: 10 });
    return [
      busy('person.busy-page.silence', busyTitle, over(worker.silenceMs, page.silenceMs), { where: 'silence' }),
      busy('person.busy-page.microphone', busyTitle, over(worker.waitMs, page.waitMs), {
        where: 'longest wait for a piece of the microphone',
      }),
      row('listening', 'listening', element.listening, session.listening, 2.5),
      row('speaking', 'an answer of 20 words a second', element.speaking, session.speaking, 2.5),
      row('out-of-view', 'the same, out of view', element.outOfView, session.speaking, 1.3),
    ];
  },
};

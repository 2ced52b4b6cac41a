// Tabs that share a name, several in one page: to one another's channel and locks they are strangers.
import { expect } from '@open-wc/testing';

import { createTabs, type Tabs } from '../../../../src/core/tabs/tabs.js';

interface Tab {
  readonly tabs: Tabs<string>;
  readonly heard: string[];
  leading: boolean;
  returns: number;
}

let names = 0;
const fresh = () => `tabs-${Date.now()}-${names++}`;
const until = async (check: () => boolean) => {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, 5));
};

for (const [where, plain] of [
  ['', false],
  [', over plain http', true],
] as const) {
  describe(`tabs${where}`, () => {
    const opened: Tab[] = [];
    before(() => {
      if (plain) Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
    });
    after(() => plain && Reflect.deleteProperty(navigator, 'locks'));
    afterEach(() => opened.splice(0).forEach(({ tabs }) => tabs.close()));

    const openTab = (name: string | undefined): Tab => {
      const tab: Tab = {
        heard: [],
        leading: false,
        returns: 0,
        tabs: createTabs<string>(name, {
          onMessage: (message) => tab.heard.push(message),
          onLead: (leading) => (tab.leading = leading),
          onReturn: () => tab.returns++,
        }),
      };
      opened.push(tab);
      return tab;
    };
    /** Work that is under way until it is ended. */
    const lasting = () => {
      let end = () => {};
      const ended = new Promise<void>((resolve) => (end = resolve));
      let began = () => {};
      const begun = new Promise<void>((resolve) => (began = resolve));
      return { begun, end, work: () => (began(), ended) };
    };

    it('hear one another, not themselves nor those of another name', async () => {
      const name = fresh();
      const [one, other, stranger] = [openTab(name), openTab(name), openTab(fresh())];
      one.tabs.post('first');
      other.tabs.post('second');
      await until(() => one.heard.length > 0 && other.heard.length > 0);
      expect([one.heard, other.heard, stranger.heard]).to.deep.equal([['second'], ['first'], []]);
    });

    it('without a name lead at once, each for itself, and hear nobody', async () => {
      const [one, other] = [openTab(undefined), openTab(undefined)];
      await until(() => one.leading && other.leading);
      const listener = new BroadcastChannel('undefined');
      const spoken = new Promise((resolve) => listener.addEventListener('message', resolve, { once: true }));
      one.tabs.post('to nobody');
      new BroadcastChannel('undefined').postMessage('over');
      expect(((await spoken) as MessageEvent<unknown>).data).to.equal('over');
      listener.close();
      expect(other.heard).to.deep.equal([]);
    });

    it('without a name run at once under any lock, even while another holds it', async () => {
      const [one, other] = [openTab(undefined), openTab(undefined)];
      const { begun, end, work } = lasting();
      const held = one.tabs.hold('video', work);
      await begun;
      let ran = 0;
      expect(await other.tabs.tryHold('video', async () => void ran++)).to.equal(true);
      expect([await other.tabs.hold('video', async () => 'done'), ran]).to.deep.equal(['done', 1]);
      end();
      await held;
    });

    it('stay led by the one that leads, as long as it is heard', async () => {
      const name = fresh();
      const one = openTab(name);
      one.tabs.setBusy(true);
      await until(() => one.leading);
      const other = openTab(name);
      other.tabs.setBusy(true);
      let beats = 0;
      const listener = new BroadcastChannel(name);
      listener.addEventListener('message', ({ data }: MessageEvent<{ kind: string }>) => (beats += Number(data.kind === 'beat')));
      await until(() => beats > 4 || other.leading);
      expect([one.leading, other.leading]).to.deep.equal([true, false]);
      listener.close();
    });

    it('have one that leads while there is work, and another after it', async () => {
      const name = fresh();
      const two = [openTab(name), openTab(name)];
      expect(two.map(({ leading }) => leading)).to.deep.equal([false, false]);
      for (const { tabs } of two) tabs.setBusy(true);
      await until(() => two.some(({ leading }) => leading));
      const first = two.find(({ leading }) => leading);
      first?.tabs.close();
      await until(() => two.some((tab) => tab.leading && tab !== first));
    });

    it('are not led by one that says it has no work, nor by one that is closed', async () => {
      const name = fresh();
      const [idle, closed, busy] = [openTab(name), openTab(name), openTab(name)];
      idle.tabs.setBusy(false);
      closed.tabs.close();
      closed.tabs.setBusy(true);
      busy.tabs.setBusy(true);
      await until(() => busy.leading);
      expect([idle.leading, closed.leading]).to.deep.equal([false, false]);
    });

    it('do not begin a work that another is at, and learn when it is done', async () => {
      const name = fresh();
      const [one, other] = [openTab(name), openTab(name)];
      const { begun, end, work } = lasting();
      // Who was never asked for a lock has not loaded what answers.
      await other.tabs.hold('another', async () => undefined);
      const held = one.tabs.hold('video', work);
      await begun;
      let ran = 0;
      expect(await other.tabs.tryHold('video', async () => void ran++)).to.equal(false);
      expect(ran).to.equal(0);
      const later = other.tabs.hold('video', async () => 'later');
      end();
      await held;
      expect(await later).to.equal('later');
      expect(await other.tabs.tryHold('video', async () => void ran++)).to.equal(true);
      expect(ran).to.equal(1);
    });

    it('are informed when they come back from where they heard nothing', () => {
      const tab = openTab(fresh());
      document.dispatchEvent(new Event('resume'));
      expect(tab.returns).to.equal(1);
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
      expect(tab.returns).to.equal(1);
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      expect(tab.returns).to.equal(2);
      tab.tabs.close();
      document.dispatchEvent(new Event('resume'));
      expect(tab.returns).to.equal(2);
    });
  });
}

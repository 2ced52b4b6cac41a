import { expect } from '@open-wc/testing';

import { until } from '../audio/recording.js';
import { tappedSession, type TappedSession } from './tapped-session.js';

describe('barge-in', () => {
  let tapped: TappedSession;

  beforeEach(async () => {
    tapped = await tappedSession();
  });
  afterEach(() => tapped.close());

  it('what was heard whole is left as it is', async () => {
    tapped.begin('a');
    tapped.speak('a', 200);
    tapped.end('a');
    await until(() => tapped.recordedMs() >= 199);
    await tapped.passes(200);
    tapped.session.interrupt();
    await tapped.passes(200);
    expect(tapped.sentOf('conversation.item.truncate')).to.deep.equal([]);
    expect(tapped.sentOf('conversation.item.delete')).to.deep.equal([]);
  });

  it('a typed message: cancel, truncate, then the message', async () => {
    tapped.begin('a');
    tapped.speak('a', 3000);
    await until(() => tapped.recordedMs() >= 300);
    tapped.session.sendText('Wait.');
    await until(() => tapped.sentOf('response.create').length === 1);
    expect(tapped.server.sent.map(({ type }) => type).filter((type) => type !== 'session.update')).to.deep.equal([
      'response.cancel',
      'conversation.item.truncate',
      'conversation.item.create',
      'response.create',
    ]);
  });

  it('makes no sound again, and listens to nothing, once the session was closed', async () => {
    tapped.begin('a');
    tapped.speak('a', 1000);
    await until(() => tapped.recordedMs() >= 100);
    tapped.session.close();
    const listened: string[] = [];
    const { addEventListener } = document;
    document.addEventListener = (type: string) => void listened.push(type);
    try {
      tapped.session.interrupt();
      await new Promise((resolve) => setTimeout(resolve));
    } finally {
      document.addEventListener = addEventListener;
    }
    expect(listened).to.deep.equal([]);
  });

  it('audio that comes late for an interrupted answer is not played', async () => {
    tapped.begin('a');
    tapped.speak('a', 300);
    await until(() => tapped.recordedMs() >= 200);
    tapped.speechStarted();
    await until(() => tapped.sentOf('conversation.item.truncate').length === 1);
    await tapped.passes(200);
    const before = tapped.recordedMs();
    tapped.speak('a', 500);
    await tapped.passes(200);
    expect(tapped.recordedMs()).to.equal(before);
  });
});

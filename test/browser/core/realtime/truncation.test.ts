import { expect } from '@open-wc/testing';
import { transcript } from 'voxreel';

import { until } from '../audio/recording.js';
import { expectTruncation, tappedSession, type TappedSession } from './tapped-session.js';

describe('truncation, in six situations', () => {
  let tapped: TappedSession;
  const deleted = () => tapped.sentOf('conversation.item.delete').map((event) => event['item_id']);

  beforeEach(async () => {
    tapped = await tappedSession();
  });
  afterEach(() => tapped.close());

  it('1. steady', async () => {
    tapped.begin('a');
    tapped.speak('a', 4000);
    await until(() => tapped.recordedMs() >= 500);
    tapped.speechStarted();
    await expectTruncation(tapped, 'a');
    expect(deleted()).to.deep.equal([]);
  });

  it('2. after a gap of 600 ms in the network', async () => {
    tapped.begin('a');
    tapped.speak('a', 300, 300);
    await until(() => tapped.recordedMs() >= 290);
    await tapped.passes(600);
    // What bridges the gap is nothing of the answer.
    const bridgedMs = tapped.recordedMs() - 300;
    expect(bridgedMs).to.be.within(20, 60);
    tapped.speak('a', 2000, 2000);
    await until(() => tapped.recordedMs() >= 600);
    tapped.speechStarted();
    await expectTruncation(tapped, 'a', bridgedMs);
    expect(tapped.session.meters.underruns).to.equal(1);
  });

  it('3. in the first of two queued items: the second is deleted', async () => {
    tapped.begin('a');
    tapped.speak('a', 2000);
    tapped.end('a');
    tapped.begin('b');
    tapped.speak('b', 2000);
    tapped.end('b');
    await until(() => tapped.recordedMs() >= 500);
    tapped.speechStarted();
    await expectTruncation(tapped, 'a');
    expect(deleted()).to.deep.equal(['b']);
  });

  it('4. in the second of two queued items: the first stays whole', async () => {
    tapped.begin('a');
    tapped.speak('a', 400);
    tapped.end('a');
    tapped.begin('b');
    tapped.speak('b', 3000);
    await until(() => tapped.recordedMs() >= 800);
    tapped.speechStarted();
    await expectTruncation(tapped, 'b', 400);
    expect(deleted()).to.deep.equal([]);
  });

  for (const [received, ms] of Object.entries({ none: 0, some: 20 })) {
    it(`5. before the first sample, with ${received} received: the item is deleted, never truncated at 0`, async () => {
      const goOn = await tapped.hold();
      tapped.begin('a');
      if (ms > 0) tapped.speak('a', ms);
      tapped.session.interrupt();
      await until(() => deleted().length > 0);
      await goOn();
      await tapped.passes(200);
      expect(deleted()).to.deep.equal(['a']);
      expect(tapped.sentOf('conversation.item.truncate')).to.deep.equal([]);
      expect(tapped.sentOf('response.cancel')).to.have.length(1);
      expect(tapped.recordedMs()).to.be.below(20);
    });
  }

  it('6. after all audio arrived and not all was played: the transcript keeps what was heard', async () => {
    tapped.begin('a');
    tapped.speak('a', 2000);
    tapped.end('a', 'one two three four five six seven eight nine ten');
    tapped.server.say({ type: 'response.done', response: { id: 'r1', status: 'completed' } });
    await until(() => tapped.recordedMs() >= 700);
    tapped.session.interrupt();
    await expectTruncation(tapped, 'a');
    expect(tapped.sentOf('response.cancel')).to.deep.equal([]);
    const [entry] = transcript(tapped.session.store.get());
    expect(entry?.cut).to.equal(true);
    // Up to the nearest end of a word: none is longer than five letters.
    const endMs = Number(tapped.sentOf('conversation.item.truncate')[0]?.['audio_end_ms']);
    expect(entry?.heardLength).to.be.closeTo(((entry?.text.length ?? 0) * endMs) / 2000, 4);
  });
});

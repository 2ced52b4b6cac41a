// The order in which independent events arrive decides nothing. Events that name a common item or response, and those of the session, keep theirs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import fc from 'fast-check';
import { vendor } from 'voxreel/dialects/vendor';
import { foldConversation, initialConversation, transcript } from 'voxreel';
import type { ConversationState } from 'voxreel';

import type { ServerEvent } from '../../../../src/core/dialects/dialect.js';

type Fields = Record<string, unknown>;

const logs = ['conversation-text', 'conversation'].map((name) => {
  const lines = readFileSync(`test/fixtures/${name}.jsonl`, 'utf8').trim().split('\n');
  return { name, log: lines.flatMap((line) => vendor.decode(line)) };
});

const fold = (events: readonly ServerEvent[]): ConversationState => events.reduce(foldConversation, initialConversation);

/** What an event must keep its order to. */
function names(event: ServerEvent): string[] {
  const { type, item_id, previous_item_id, response_id, item, response } = event as unknown as Fields & {
    item?: Fields;
    response?: Fields;
  };
  const outputs = Array.isArray(response?.['output']) ? (response['output'] as Fields[]).map(({ id }) => id) : [];
  const all = [item_id, previous_item_id, response_id, item?.['id'], response?.['id'], ...outputs].filter((id) => typeof id === 'string');
  if (all.length === 0 || /^(session|error|rate_limits)/.test(type as string)) all.push('the session');
  if (/speech_(started|stopped)|cleared/.test(type as string)) all.push('the microphone');
  if (type === 'response.created' || type === 'response.done') all.push('the answering');
  return all;
}

/** For each event the nearest earlier ones that must come before it. */
function causes(events: readonly ServerEvent[]): number[][] {
  const last = new Map<string, number>();
  return events.map((event, at) => {
    const before = names(event).flatMap((name) => last.get(name) ?? []);
    for (const name of names(event)) last.set(name, at);
    return before;
  });
}

/** A random order in which nothing comes before its causes. `choose(n)` gives a whole number below n. */
function shuffled(events: readonly ServerEvent[], choose: (below: number) => number): ServerEvent[] {
  const waiting = causes(events).map((before, at) => ({ at, before: new Set(before) }));
  const result: ServerEvent[] = [];
  while (waiting.length > 0) {
    const ready = waiting.slice(0, 60).filter(({ before }) => before.size === 0);
    const next = ready[choose(ready.length)];
    if (next === undefined) throw new Error('The causes go in a circle.');
    waiting.splice(waiting.indexOf(next), 1);
    for (const { before } of waiting) before.delete(next.at);
    const event = events[next.at];
    if (event !== undefined) result.push(event);
  }
  return result;
}

/** Items an event tells something of, beyond that another follows them. */
const tells = (event: ServerEvent, id: string): boolean => {
  const { item_id, item, response } = event as unknown as Fields & { item?: Fields; response?: Fields };
  return item_id === id || item?.['id'] === id || JSON.stringify(response?.['output'] ?? []).includes(id);
};

for (const { name, log } of logs) {
  describe(`a recorded talk: ${name}`, () => {
    it('has what makes the order matter', () => {
      const state = fold(log);
      assert.ok(transcript(state).length > 8);
      assert.equal(state.live.length, 0);
      assert.equal(state.unknownEvents, 0);
      assert.ok(
        transcript(state).some(({ type }) => type === 'function_call'),
        'a function call',
      );
      assert.equal(
        transcript(state).some(({ cut }) => cut),
        name === 'conversation',
        'an interruption, where there is sound',
      );
    });

    it('folds to the same state in every order that keeps causes first', () => {
      const whole = fold(log);
      let moved = 0;
      fc.assert(
        fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
          const order = shuffled(log, (below) => (numbers.next().value ?? 0) % below);
          moved = Math.max(moved, order.filter((event, at) => event !== log[at]).length);
          assert.deepEqual(fold(order), whole);
        }),
        { numRuns: 30 },
      );
      assert.ok(moved > log.length / 4, `the orders differ: ${moved} of ${log.length} events moved`);
    });

    it('folds to the same transcript when every event comes twice', () => {
      const twice = log.flatMap((event) => [event, event]);
      assert.deepEqual(transcript(fold(twice)), transcript(fold(log)));
    });

    it('keeps every line of which any event is left when one is missing', () => {
      const ids = transcript(fold(log)).map(({ id }) => id);
      for (const [missing, gone] of log.entries()) {
        const rest = log.toSpliced(missing, 1);
        const left = transcript(fold(rest)).map(({ id }) => id);
        const lost = ids.filter((id) => !left.includes(id) && rest.some((event) => tells(event, id)));
        assert.deepEqual(lost, [], `without event ${missing}, ${gone.type}`);
      }
    });
  });
}

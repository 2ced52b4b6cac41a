// One list of the fields that only some items and parts have: whatever is added to it passes through all that reads and writes items.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { contentPart, item } from 'voxreel/protocol';
import { foldConversation, initialConversation, transcript } from 'voxreel';
import type { ConversationEvent, ConversationState } from 'voxreel';

import { createScrubber } from '../../../../src/base/scrubber.js';
import { writeConversation } from '../../../../src/core/realtime/history/export-conversation.js';
import { readConversation } from '../../../../src/core/realtime/history/read-conversation.js';
import { replayItems } from '../../../../src/core/realtime/history/replay-items.js';
import { storedConversation } from '../../../../src/core/realtime/history/stored-conversation.js';
import { itemDetails, partDetails } from '../../../../src/protocol/item-fields.js';

/** What each type of item has. */
const detailsOf = {
  function_call: ['call_id', 'name', 'arguments'],
  function_call_output: ['call_id', 'output'],
  mcp_call: ['call_id', 'name', 'arguments', 'output', 'server_label', 'approval_request_id', 'error'],
  mcp_approval_request: ['call_id', 'name', 'arguments', 'server_label'],
  mcp_list_tools: ['server_label'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof itemDetails)[]>>;

/** One item of each type, with every detail that such an item has. */
const rawItems = Object.entries(detailsOf).map(([type, details]) => ({
  id: `item_${type}`,
  type,
  status: 'completed',
  ...Object.fromEntries(details.map((wire) => [wire, `"${wire} of ${type}"`])),
}));
const rawPart = { type: 'text', text: '**Yes.**', ...Object.fromEntries(Object.keys(partDetails).map((wire) => [wire, `its ${wire}`])) };
const message = { id: 'item_message', type: 'message', role: 'assistant', status: 'completed', content: [rawPart] };

const fold = (events: readonly unknown[]): ConversationState =>
  (events as readonly ConversationEvent[]).reduce(foldConversation, initialConversation);
const created = (raw: object) => ({ type: 'conversation.item.created', item: raw });
const state = fold([...rawItems, message].map(created));

function assertComplete(entries: ReturnType<typeof transcript>): void {
  for (const raw of rawItems) {
    const entry = entries.find(({ id }) => id === raw.id);
    for (const [wire, name] of Object.entries(itemDetails))
      assert.equal(entry?.[name], (raw as Record<string, unknown>)[wire], `${wire} of ${raw.type}`);
  }
  const parts = entries.find(({ id }) => id === message.id)?.parts ?? [];
  for (const [wire, name] of Object.entries(partDetails)) assert.equal(parts[0]?.[name], `its ${wire}`);
}

describe('the details of items and parts', () => {
  it('are in the schema', () => {
    assert.ok(Object.keys(itemDetails).every((name) => name in item.shape));
    assert.deepEqual(new Set<string>(Object.values(detailsOf).flat()), new Set(Object.keys(itemDetails)));
    assert.ok(Object.keys(partDetails).every((name) => name in contentPart.shape));
    assert.equal(item.safeParse({ [Object.keys(itemDetails)[0] ?? '']: 1 }).success, false);
  });

  it('reach the transcript', () => assertComplete(transcript(state)));

  it('are in a JSON export, and come back from it', () => {
    const json = writeConversation('json', { log: [], state, scrubber: createScrubber() });
    assertComplete(transcript(readConversation(json).state));
  });

  it('are stored, and come back on the next page', () => {
    const head = { id: 'c', user: '', agent: '', service: '', model: '', time: '', times: {}, savedAt: 0 };
    assertComplete(transcript(fold(storedConversation(state, head, []).events)));
  });

  it('that a server requires are given to it even where nothing was said', () => {
    const bare = [
      { id: 'asked', type: 'function_call', status: 'completed', call_id: 'c' },
      { id: 'answered', type: 'function_call_output', status: 'completed', call_id: 'c' },
    ];
    assert.deepEqual(
      replayItems(fold(bare.map(created))).map((event) => event.item),
      [
        { id: 'asked', type: 'function_call', call_id: 'c', name: '', arguments: '{}' },
        { id: 'answered', type: 'function_call_output', call_id: 'c', output: '' },
      ],
    );
  });

  it('are given to the server of the next connection, but for what an MCP server did', () => {
    const replayed = replayItems(state).map((event) => event.item as Record<string, unknown>);
    assert.ok(replayed.every(({ type }) => !String(type).startsWith('mcp_')));
    for (const { status: _status, ...raw } of rawItems.filter(({ type }) => !type.startsWith('mcp_')))
      assert.deepEqual(
        replayed.find(({ id }) => id === raw.id),
        raw,
      );
  });

  it('that are known are not replaced by nothing', () => {
    for (const nothing of ['', 0, null]) {
      const emptied = rawItems.map(({ id, type }) => ({
        id,
        type,
        ...Object.fromEntries(Object.keys(itemDetails).map((name) => [name, nothing])),
      }));
      assertComplete(transcript(fold([...rawItems, message, ...emptied].map(created))));
    }
  });
});

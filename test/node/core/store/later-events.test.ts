// What the fold makes of the events that OpenAI has added to its protocol, over its own wire.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { foldConversation, initialConversation, transcript } from 'voxreel';
import type { ConversationState } from 'voxreel';

import { openaiGa } from '../../../../src/core/dialects/openai-ga.js';
import { storedConversation } from '../../../../src/core/realtime/history/stored-conversation.js';

/** Folds messages as they come over the wire. */
function fold(events: readonly object[], before: ConversationState = initialConversation): ConversationState {
  let state = before;
  for (const event of events) {
    const decoded = openaiGa.decode(JSON.stringify({ event_id: `e${Math.random()}`, ...event }));
    for (const one of [decoded].flat()) state = foldConversation(state, one);
  }
  return state;
}

const committed = { type: 'input_audio_buffer.committed', item_id: 'u', previous_item_id: null };
const heard = (kind: string, more: object) => ({
  type: `conversation.item.input_audio_transcription.${kind}`,
  item_id: 'u',
  content_index: 0,
  ...more,
});
const first = (state: ConversationState) => transcript(state)[0] ?? assert.fail('there is no line');

describe('live transcription', () => {
  const begun = fold([committed, heard('delta', { delta: 'What is ' }), heard('delta', { delta: 'the ti' })]);

  it('grows while one speaks, and stays open', () => {
    assert.equal(first(begun).text, 'What is the ti');
    assert.equal(first(begun).transcription, 'pending');
    assert.deepEqual([first(begun).role, first(begun).spoken], ['user', true]);
  });

  it('ends with the whole text, which later pieces do not change', () => {
    const ended = fold([heard('completed', { transcript: 'What is the time?' }), heard('delta', { delta: 'x' })], begun);
    assert.equal(first(ended).text, 'What is the time?');
    assert.equal(first(ended).transcription, 'completed');
  });

  it('takes the same piece twice in a row once, and makes an item that it is the first to name', () => {
    const piece = { ...heard('delta', { delta: 'Hello' }), event_id: 'same' };
    assert.equal(first(fold([piece, piece])).text, 'Hello');
  });

  it('keeps who spoke when, in order of time, and writes what they said', () => {
    const segment = (id: string, speaker: string, start: number, text: string) =>
      heard('segment', { id, speaker, start, end: start + 1.5, text });
    const state = fold([
      committed,
      segment('s2', 'B', 2, ' And you?'),
      segment('s1', 'A', 0.25, 'Fine.'),
      segment('s2', 'B', 2, ' And you, Ann?'),
    ]);
    assert.deepEqual(first(state).segments, [
      { id: 's1', speaker: 'A', text: 'Fine.', startMs: 250, endMs: 1750 },
      { id: 's2', speaker: 'B', text: ' And you, Ann?', startMs: 2000, endMs: 3500 },
    ]);
    assert.equal(first(state).text, 'Fine. And you, Ann?');
    assert.equal(first(fold([segment('s1', 'A', 0, 'What is')], begun)).text, 'What is the ti', 'pieces have said it already');
  });
});

describe('a silence after which the service spoke up', () => {
  it('is a line that says how long it was, wherever it is committed', () => {
    const timeout = { type: 'input_audio_buffer.timeout_triggered', item_id: 'u', audio_start_ms: 1000, audio_end_ms: 7000 };
    for (const events of [
      [timeout, committed],
      [committed, timeout],
    ]) {
      const line = first(fold(events));
      assert.deepEqual([line.silentMs, line.text, line.role], [6000, '', 'user']);
    }
  });
});

describe('sound on a track', () => {
  const started = fold([{ type: 'output_audio_buffer.started', response_id: 'r1' }]);

  it('sounds from its start until it stops, is cleared, or the connection is lost', () => {
    assert.equal(initialConversation.soundingId, undefined);
    assert.equal(started.soundingId, 'r1');
    for (const type of ['output_audio_buffer.stopped', 'output_audio_buffer.cleared'])
      assert.equal(fold([{ type, response_id: 'r1' }], started).soundingId, undefined);
    assert.equal(foldConversation(started, { type: 'local.disconnected' }).soundingId, undefined);
  });

  it('goes on after the answer is made', () => {
    assert.equal(fold([{ type: 'response.done', response: { id: 'r1', status: 'completed' } }], started).soundingId, 'r1');
  });
});

describe('an item that was asked for again', () => {
  it('brings what was not known, and takes nothing away', () => {
    const said = { id: 'u', type: 'message', role: 'user', status: 'completed', content: [{ type: 'input_audio', transcript: 'Hello.' }] };
    const known = fold([{ type: 'conversation.item.added', item: said }]);
    const poorer = { ...said, content: [{ type: 'input_audio', audio: 'AAAA' }] };
    assert.equal(first(fold([{ type: 'conversation.item.retrieved', item: poorer }], known)).text, 'Hello.');
    assert.equal(first(fold([{ type: 'conversation.item.retrieved', item: said }])).text, 'Hello.');
  });

  it('does not end what is in progress, nor bring back what was deleted', () => {
    const call = { id: 'm', type: 'mcp_call', name: 'order', server_label: 'shop', arguments: '' };
    const begun = fold([{ type: 'conversation.item.added', item: call }]);
    assert.equal(first(fold([{ type: 'conversation.item.retrieved', item: call }], begun)).status, 'in_progress');
    const gone = fold(
      [
        { type: 'conversation.item.deleted', item_id: 'm' },
        { type: 'conversation.item.retrieved', item: call },
      ],
      begun,
    );
    assert.deepEqual(transcript(gone), []);
  });
});

describe('a picture', () => {
  it('is a part of the message that brought it', () => {
    const content = [
      { type: 'input_text', text: 'What is this?' },
      { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto' },
    ];
    const state = fold([{ type: 'conversation.item.added', item: { id: 'u', type: 'message', role: 'user', content } }]);
    assert.deepEqual(
      first(state).parts?.map(({ type, text, imageUrl }) => [type, text, imageUrl]),
      [
        ['text', 'What is this?', undefined],
        ['image', '', 'data:image/png;base64,AAAA'],
      ],
    );
  });

  it('is stored unless it is so large that words would have no room', () => {
    const storedUrls = (url: string) => {
      const content = [
        { type: 'input_text', text: 'This.' },
        { type: 'input_image', image_url: url },
      ];
      const state = fold([{ type: 'conversation.item.added', item: { id: 'u', type: 'message', role: 'user', content } }]);
      const head = { id: 'c', user: '', agent: '', service: '', model: '', time: '', times: {}, savedAt: 0 };
      const restored = storedConversation(state, head, []).events.reduce(foldConversation, initialConversation);
      assert.equal(first(restored).text, 'This.');
      return first(restored).parts?.map(({ imageUrl }) => imageUrl);
    };
    assert.deepEqual(storedUrls('data:image/png;base64,AAAA'), [undefined, 'data:image/png;base64,AAAA']);
    assert.deepEqual(storedUrls(`data:image/png;base64,${'A'.repeat(300_000)}`), [undefined, undefined]);
  });
});

describe('tools of an MCP server', () => {
  const listing = { id: 'l', type: 'mcp_list_tools', server_label: 'shop', tools: [] };

  it('are listed', () => {
    const asked = fold([
      { type: 'conversation.item.added', item: listing },
      { type: 'mcp_list_tools.in_progress', item_id: 'l' },
    ]);
    assert.deepEqual([first(asked).status, first(asked).serverLabel, first(asked).role], ['in_progress', 'shop', 'tool']);
    const done = fold(
      [
        { type: 'mcp_list_tools.completed', item_id: 'l' },
        {
          type: 'conversation.item.done',
          item: {
            ...listing,
            tools: [
              { name: 'order', input_schema: {} },
              { name: 'track', input_schema: {} },
            ],
          },
        },
      ],
      asked,
    );
    assert.equal(first(done).status, 'completed');
    assert.equal(first(done).text, 'order\ntrack');
  });

  it('that cannot be listed are said to have failed', () => {
    const state = fold([
      { type: 'mcp_list_tools.in_progress', item_id: 'l' },
      { type: 'mcp_list_tools.failed', item_id: 'l' },
    ]);
    assert.deepEqual([first(state).type, first(state).status], ['mcp_list_tools', 'failed']);
  });

  const place = { item_id: 'm', response_id: 'r1', output_index: 0 };
  const call = { id: 'm', type: 'mcp_call', server_label: 'shop', name: 'order', arguments: '', approval_request_id: 'q' };
  const running = fold([
    { type: 'response.output_item.added', response_id: 'r1', output_index: 0, item: call },
    { type: 'response.mcp_call_arguments.delta', ...place, delta: '{"n"' },
    { type: 'response.mcp_call_arguments.delta', ...place, delta: ':1}' },
    { type: 'response.mcp_call_arguments.done', ...place, arguments: '{"n":1}' },
    { type: 'response.mcp_call.in_progress', ...place },
  ]);

  it('have as arguments what the end of them says, whatever came of the pieces', () => {
    const ended = fold([{ type: 'response.mcp_call_arguments.done', ...place, arguments: '{"n":2}' }], running);
    assert.equal(first(ended).text, 'order({"n":2})');
  });

  it('are called by the service', () => {
    assert.equal(first(running).text, 'order({"n":1})');
    assert.deepEqual([first(running).toolStatus, first(running).approvalRequestId], ['running', 'q']);
    const done = fold(
      [
        { type: 'response.mcp_call.completed', ...place },
        { type: 'response.output_item.done', response_id: 'r1', item: { ...call, arguments: '{"n":1}', output: 'Ordered.' } },
      ],
      running,
    );
    assert.deepEqual([first(done).toolStatus, first(done).status, first(done).output], ['completed', 'completed', 'Ordered.']);
  });

  it('tell why they failed', () => {
    const error = { type: 'tool_execution_error', message: 'Sold out.' };
    const failed = fold(
      [
        { type: 'response.mcp_call.failed', ...place },
        { type: 'conversation.item.done', item: { ...call, arguments: '{"n":1}', error } },
      ],
      running,
    );
    assert.deepEqual([first(failed).toolStatus, first(failed).error], ['failed', 'Sold out.']);
  });

  it('wait for a person, whose answer only the request shows', () => {
    const request = { id: 'q', type: 'mcp_approval_request', server_label: 'shop', name: 'order', arguments: '{"n":1}' };
    const asked = fold([{ type: 'conversation.item.done', item: request }]);
    assert.equal(first(asked).text, 'order({"n":1})');
    for (const [approve, expected] of [
      [true, 'completed'],
      [false, 'denied'],
    ] as const) {
      const answered = fold(
        [{ type: 'conversation.item.done', item: { id: 'p', type: 'mcp_approval_response', approval_request_id: 'q', approve } }],
        asked,
      );
      assert.deepEqual(
        transcript(answered).map(({ id, toolStatus }) => [id, toolStatus]),
        [['q', expected]],
      );
    }
  });
});

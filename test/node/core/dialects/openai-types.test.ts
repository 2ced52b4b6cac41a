// The pinned `openai` package says what its protocol is: every event and field of its types must be known here, or be left out by name.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { laterClientEventTypes, clientEventTypes, laterServerEventTypes } from 'voxreel/protocol';
import { foldConversation, initialConversation } from 'voxreel';
import type { ClientEvent } from 'voxreel';

import { openaiGa } from '../../../../src/core/dialects/openai-ga.js';

/** Generated: one declaration after the other, its members indented by four. */
const source = readFileSync('node_modules/openai/resources/realtime/realtime.d.ts', 'utf8');

/** The body of an interface; `name` may stand in a namespace. */
function bodyOf(name: string): string {
  const [, indent = '', body] =
    new RegExp(`^( *)(?:export )?(?:declare )?interface ${name} \\{\n([^]*?)\n\\1\\}`, 'm').exec(source) ??
    assert.fail(`openai has no interface ${name}`);
  return (body ?? '').replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

const fieldsOf = (name: string): string[] => [...bodyOf(name).matchAll(/^ {4}(\w+)\??:/gm)].map(([, field = '']) => field);

function eventsOf(union: string): string[] {
  const [, members = ''] = new RegExp(`^export type ${union} = (.*);$`, 'm').exec(source) ?? assert.fail(`openai has no union ${union}`);
  return members.split(' | ').map((member) => {
    const name = member.split('.').at(-1) ?? member;
    const [, type] = /^ {4}type: '([\w.]+)';$/m.exec(bodyOf(name)) ?? assert.fail(`${name} has no type`);
    return type ?? '';
  });
}

/** Folded to the state it was given: on purpose. */
const ignored: readonly string[] = ['input_audio_buffer.dtmf_event_received'];

describe('the types of openai', () => {
  const events = eventsOf('RealtimeServerEvent');

  it('have as many events as were counted when this was written, at least', () => assert.ok(events.length >= 46, String(events.length)));

  for (const type of events) {
    it(`${type} is known, and folded or ignored by name`, () => {
      const decoded = [openaiGa.decode(JSON.stringify({ type, event_id: 'e' }))].flat();
      assert.ok(
        decoded.every((event) => event.type !== 'unknown'),
        'the dialect does not know it',
      );
      const state = decoded.reduce<typeof initialConversation>((next, event) => foldConversation(next, event), initialConversation);
      assert.equal(state.unknownEvents, 0, 'the fold does not know it');
    });
  }

  it('name nothing as ignored that is folded, and list no event that they do not have', () => {
    for (const type of [...laterServerEventTypes, ...ignored]) assert.ok(events.includes(type), type);
    const filled = { item_id: 'i', response_id: 'r', id: 's', text: 'x', delta: 'x', event: '9', item: { id: 'i', type: 'message' } };
    const still = laterServerEventTypes.filter((type) => {
      // Sound ends only where it began.
      const before = type.startsWith('output_audio_buffer.')
        ? foldConversation(initialConversation, { type: 'output_audio_buffer.started', event_id: 'b', response_id: 'q' })
        : initialConversation;
      return foldConversation(before, { type, event_id: 'e', ...filled }) === before;
    });
    assert.deepEqual(still, ignored);
  });

  it('have no client event that a page cannot send', () => {
    const known: readonly string[] = [...clientEventTypes, ...laterClientEventTypes];
    assert.deepEqual(
      eventsOf('RealtimeClientEvent').filter((type) => !known.includes(type)),
      [],
    );
  });

  const passed = (event: object, name: string) => {
    const [wire] = [openaiGa.encode(event as ClientEvent)].flat();
    return Object.keys(Object(Reflect.get(Object(wire), name)) as object);
  };
  for (const [type, name, event] of [
    ['RealtimeSessionCreateRequest', 'session', 'session.update'],
    ['RealtimeResponseCreateParams', 'response', 'response.create'],
  ] as const) {
    it(`every field of ${type} can be sent`, () => {
      const fields = fieldsOf(type);
      const given = Object.fromEntries(fields.map((field) => [field, field === 'output_modalities' ? ['audio'] : { output: {} }]));
      const sent = passed({ type: event, [name]: given }, name);
      assert.deepEqual(
        fields.filter((field) => !sent.includes(field)),
        [],
      );
    });
  }

  it('every field of an item that a page may create can be sent', () => {
    const known = passed(
      {
        type: 'conversation.item.create',
        item: { type: 'mcp_approval_response', approval_request_id: 'r', approve: true, reason: 'x', id: 'i' },
      },
      'item',
    );
    assert.deepEqual(
      fieldsOf('RealtimeMcpApprovalResponse').filter((field) => !known.includes(field)),
      [],
    );
  });
});

// The dialect and transport checks: silent for what is right, and in words about what is wrong.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { vendor } from 'voxreel/dialects/vendor';
import { checkDialect, checkTransport } from 'voxreel/testing';
import type { DialectFixtures } from 'voxreel/testing';
import { VoxreelError, defineDialect } from 'voxreel';
import type { Dialect, DialectNames, ServerEvent, Transport, TransportTarget, Wire } from 'voxreel';

describe('checkDialect', () => {
  // A dialect as a newcomer writes it: another maker's word, the documents' events.
  const acme = defineDialect({ ...vendor, id: 'acme', names: () => vendor.names('acme') });
  const finds = async (dialect: Partial<Dialect>, words: RegExp, fixtures?: DialectFixtures) =>
    assert.match((await checkDialect({ ...acme, ...dialect }, fixtures)).join('\n'), words);
  const named = (names: Partial<DialectNames>) => ({ names: () => ({ ...acme.names(), ...names }) });

  it('finds nothing wrong with a newcomer', async () => assert.deepEqual(await checkDialect(acme), []));

  it('says in words what is wrong', async () => {
    await finds({ id: 'Acme Inc' }, /^id:/);
    assert.match((await checkDialect({ id: 'other', load: async () => acme })).join(), /under the id `other`/);
    assert.match((await checkDialect({ id: 'acme', load: () => Promise.reject(new Error('no such file')) })).join(), /no such file/);
    await finds(named({ sdpPath: 'v1' }), /sdpPath/);
    await finds(named({ dataChannel: '' }), /dataChannel/);
    await finds(named({ headers: () => ({}) }), /Bearer/);
    await finds(named({ subprotocols: () => ['realtime'] }), /none carries the token/);
    await finds(named({ subprotocols: (token) => [token, token] }), /offered twice/);
    await finds(named({ subprotocols: (token) => [`key ${token}`] }), /browsers refuse/);
    await finds(named({ tokenBody: () => ({}) }), /name the model/);
    await finds(named({ tokenFrom: (body) => (body as { value: string }).value }), /throws for undefined/);
    await finds(named({ tokenFrom: () => 'x' }), /finds a token/);
    await finds({ encode: ({ type }) => ({ type }) }, /loses its id/);
    await finds({ encode: (event) => Object.assign(event, { more: 1 }) }, /is changed/);
    await finds({ encode: () => JSON.parse('x') as object }, /makes it throw/);
    await finds({ decode: (text) => JSON.parse(text) as never }, /makes it throw/);
    await finds({ decode: () => [] }, /tomorrow/);
    await finds({ decode: () => ({ type: 'of.mine' }) as never }, /which nobody knows/);
    await finds({ serverTruncates: () => 'yes' as never }, /serverTruncates/);
    const cleared = { type: 'input_audio_buffer.cleared', event_id: 'e' };
    await finds({}, /expected "f"/, { decodes: [{ wire: cleared, event: { ...cleared, event_id: 'f' } }] });
    await finds({}, /not as the document has it/, { decodes: [{ wire: { type: cleared.type, event_id: 7 }, event: {} }] });
    await finds({}, /`item_id` is "i", expected "j"/, {
      encodes: [{ event: { type: 'conversation.item.delete', item_id: 'i' }, wire: { item_id: 'j' } }],
    });
  });
});

describe('checkDialect of a wire of another shape', () => {
  /** Messages without a type or an id, as some makers have them. */
  const wire: Dialect = {
    ...vendor,
    id: 'shaped',
    encode(event) {
      if (event.type === 'session.update') return { setup: { system: event.session?.instructions } };
      if (event.type === 'input_audio_buffer.append') return { realtimeInput: { audio: { data: event.audio } } };
      if (event.type === 'conversation.item.create') return { clientContent: { turns: [event.item] } };
      if (event.type === 'response.create') return { clientContent: { turnComplete: true } };
      return [];
    },
    decode(text) {
      const event = vendor.decode(text);
      return [event].flat().map((one) => ({ type: 'unknown', raw: one.type === 'unknown' ? one.raw : text }) as ServerEvent);
    },
  };
  const finds = async (broken: Partial<Dialect>, words: RegExp) =>
    assert.match((await checkDialect({ ...wire, ...broken })).join('\n'), words);

  it('finds nothing wrong with it', async () => assert.deepEqual(await checkDialect(wire), []));

  it('says what it does wrong', async () => {
    await finds(
      { encode: (event) => (event.type === 'input_audio_buffer.append' ? { realtimeInput: {} } : wire.encode(event)) },
      /does not get "AAAA"/,
    );
    await finds({ encode: () => ({ go: true }) }, /response\.create and response\.cancel are the same on the wire/);
    await finds({ encode: () => 'go' as never }, /becomes "go"; a message of the wire is an object/);
    let heard = 0;
    const counting = (text: string): ServerEvent => ({ ...[wire.decode(text)].flat()[0], event_id: `e${(heard += 1)}` }) as ServerEvent;
    await finds({ decode: counting }, /becomes something else the second time/);
    await finds({ decode: () => ({ type: 'unknown', raw: 'lost' }) as ServerEvent }, /`0.raw` is "lost"/);
  });
});

describe('checkTransport', () => {
  const target = () => ({ baseUrl: 'http://x.test', model: 'm', token: 't', names: vendor.names(undefined) });
  const lost = () => new VoxreelError('connection_lost', 'closed');
  /** Right in every point; `change` breaks one. */
  function echo(change: (wire: Wire, target: TransportTarget) => Wire = (wire) => wire, more: Partial<Transport> = {}): Transport {
    return {
      id: 'echo',
      audio: 'none',
      async open(given, signal) {
        if (signal.aborted) throw new VoxreelError('aborted', 'stopped');
        let open = true;
        setTimeout(() => open && given.handlers.message('{"type":"hello"}'), 1);
        const wire: Wire = {
          send(text) {
            if (!open) throw lost();
            if (text.length > 100) throw new VoxreelError('invalid_input', 'too large');
          },
          bufferedBytes: 0,
          maxMessageBytes: 100,
          close: () => void (open = false),
        };
        return change(wire, given);
      },
      ...more,
    };
  }
  const finds = async (transport: Transport, words: RegExp) =>
    assert.match((await checkTransport(transport, { target, patienceMs: 50 })).join('\n'), words);

  it('finds nothing wrong with a right one', async () => assert.deepEqual(await checkTransport(echo(), { target }), []));

  it('says in words what is wrong', async () => {
    await finds(echo(undefined, { id: 'My Wire' }), /^id:/);
    await finds(echo(undefined, { audio: 'loud' as never }), /^audio:/);
    await finds(echo(undefined, { available: () => false }), /cannot run here/);
    await finds(
      echo((wire) => ({ ...wire, bufferedBytes: Number.NaN })),
      /bufferedBytes/,
    );
    await finds(
      echo((wire) => ({ ...wire, send: () => undefined })),
      /takes a text that is too large[\s\S]*takes on a closed wire/,
    );
    await finds(
      echo((wire, { handlers }) => ({ ...wire, close: () => handlers.closed({ reason: '', retryable: true }) })),
      /our own close/,
    );
    await finds(
      echo((wire) => ({
        ...wire,
        close: () => {
          throw lost();
        },
      })),
      /open\(\) fails: closed/,
    );
    const deaf = echo(undefined, {
      open: (given, signal) => echo().open({ ...given, handlers: { message: () => undefined, closed: () => undefined } }, signal),
    });
    await finds(deaf, /nothing came within 50 ms/);
    await finds(
      echo(undefined, { open: (given) => echo().open(given, new AbortController().signal) }),
      /succeeds with a signal that has fired/,
    );
    const open = () => Promise.reject(new Error('plain'));
    await finds(echo(undefined, { open }), /no VoxreelError, not aborted/);
    const findings = await checkTransport(echo(), { target, refused: target, refusedWith: 'unauthorized' });
    assert.match(findings.join(), /succeeds where it is refused/);
  });
});

// The pure parts of <realtime-voice>: groups, code lines, sentences, waiting times, redaction, configuration, the one word of what is going on.
import { expect } from '@open-wc/testing';

import type { ServerEvent } from '../../../../src/core/dialects/dialect.js';
import { callText } from '../../../../src/elements/realtime-voice/transcript/call-text.js';
import { createTurnLog } from '../../../../src/elements/realtime-voice/sheets/turns.js';
import { redact } from '../../../../src/elements/realtime-voice/redact.js';
import { endOfSentences } from '../../../../src/elements/realtime-voice/transcript/sentences.js';
import { sessionOptionsOf } from '../../../../src/elements/realtime-voice/session-config.js';
import { statusOf } from '../../../../src/elements/realtime-voice/status.js';
import { createTranscriptGroups, groupLines } from '../../../../src/elements/realtime-voice/transcript/transcript-groups.js';
import 'voxreel/realtime-voice';
import { foldConversation, initialConversation, transcript } from 'voxreel';
import type { TranscriptEntry } from 'voxreel';
import { assistantSpeaks, assistantStops, heard, userSays } from '../scripted-session.js';

const lines = (count: number): TranscriptEntry[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `i${at}`,
    role: 'user',
    type: 'message',
    status: 'completed',
    text: `${at}`,
    cut: false,
    spoken: false,
  }));

describe('groups of lines', () => {
  it('keep their identity while none of their lines changes', () => {
    const all = lines(120);
    const before = groupLines(all);
    const [first, second] = before;
    const after = groupLines([...all.slice(0, 119), { ...all[119]!, text: 'changed' }], before);
    expect(after.map((group) => group.length)).to.deep.equal([50, 50, 20]);
    expect(after[0]).to.equal(first);
    expect(after[1]).to.equal(second);
    expect(after[2]).not.to.equal(before[2]);
  });
});

describe('groups of a conversation under way', () => {
  it('show the transcript after every event, placeholders and deletions included', () => {
    const log = [
      userSays('u1', 'One'),
      ...assistantSpeaks('a1', 'Two and a half', 2000),
      heard('a1', 900),
      { type: 'input_audio_buffer.committed', item_id: 'u2', previous_item_id: 'a1' },
      { type: 'conversation.item.created', previous_item_id: 'later', item: { id: 'u3', type: 'message', role: 'user', content: [] } },
      ...assistantStops('a1'),
      {
        type: 'response.output_item.added',
        response_id: 'r',
        item: { id: 'later', type: 'message', role: 'assistant', status: 'in_progress' },
      },
      { type: 'response.text.delta', response_id: 'r', item_id: 'later', content_index: 0, delta: 'Four' },
      { type: 'conversation.item.deleted', item_id: 'later' },
      { type: 'conversation.item.truncated', item_id: 'a1', content_index: 0, audio_end_ms: 900 },
    ];
    const groups = createTranscriptGroups();
    const undrawn = { toolOf: () => undefined };
    let state = initialConversation;
    log.forEach((event, at) => {
      state = foldConversation(state, { event_id: `e${at}`, ...event } as unknown as ServerEvent);
      expect(groups.read(state, undrawn).flat(), `after event ${at}`).to.deep.equal(transcript(state));
    });
  });
});

describe('a call as a line of code', () => {
  it('is short for one argument, named for more, raw while it streams', () => {
    expect(callText('look', '{"at":"the sea"}')).to.equal('look("the sea")');
    expect(callText('look', '{"at":"the sea","far":true}')).to.equal('look(at: "the sea", far: true)');
    expect(callText('look', '{"at":"th')).to.equal('look({"at":"th)');
    expect(callText('look', '')).to.equal('look()');
  });
});

describe('sentences of streaming text', () => {
  it('end at a full stop that something follows, in Latin and Chinese', () => {
    expect(endOfSentences('One. Two', 0, false)).to.equal(5);
    expect(endOfSentences('3.14 and', 0, false)).to.equal(0);
    expect(endOfSentences('你好。再见', 0, false)).to.equal(3);
    expect(endOfSentences('One. Two', 5, true)).to.equal(8);
  });
});

describe('the turns of a conversation', () => {
  const event = (type: string, more: object = {}) => ({ event_id: type, type, ...more }) as unknown as ServerEvent;

  it('are timed from the end of speech, stage by stage', () => {
    const log = createTurnLog();
    log.event(event('input_audio_buffer.speech_stopped'), 1000);
    log.event(event('input_audio_buffer.committed'), 1020);
    log.event(event('response.created'), 1050);
    log.event(event('response.audio.delta'), 1300);
    log.event(event('response.audio.delta'), 1400);
    log.heard({ nowMs: 1412 });
    log.heard({ nowMs: 1900 });
    log.event(event('response.done', { response: { status: 'completed' } }), 2000);
    expect(log.newest).to.include({ committedMs: 20, startedMs: 50, firstDeltaMs: 300, heardMs: 412, doneMs: 1000, status: 'completed' });
    // What the session knows to the sample is worth more than what was seen of the loudness.
    expect(log.heard({ afterMs: 405 })).to.equal(true);
    expect(log.newest?.heardMs).to.equal(405);
  });

  it('begin afresh, also when they are typed or pushed to talk', () => {
    const log = createTurnLog();
    log.sent('response.create', 0);
    log.event(event('response.created'), 40);
    log.event(event('response.text.delta'), 100);
    log.sent('input_audio_buffer.commit', 1000);
    log.sent('response.create', 1001);
    log.event(event('response.created'), 1040);
    log.event(event('response.text.delta'), 1050);
    expect(log.turns.map(({ by, firstDeltaMs }) => [by, firstDeltaMs])).to.deep.equal([
      ['request', 100],
      ['speech', 50],
    ]);
  });

  it('are counted in tokens, by every kind the service tells', () => {
    const log = createTurnLog();
    for (const audio of [30, 12])
      log.event(event('response.done', { response: { usage: { total_tokens: 50, input_token_details: { audio_tokens: audio } } } }), 0);
    expect(log.tokens).to.deep.equal({ total_tokens: 100, 'input_token_details.audio_tokens': 42 });
  });
});

describe('redaction', () => {
  it('takes keys and tokens out, and leaves words', () => {
    expect(redact('Incorrect API key provided: sk-abcdef123456.')).not.to.contain('abcdef');
    expect(redact('Bearer abc.def-123 refused')).to.equal('Bearer ••• refused');
    expect(redact('The key was refused by the service.')).to.equal('The key was refused by the service.');
  });
});

describe('attributes as a session configuration', () => {
  const configured = (attributes: Record<string, string>) => {
    const element = document.createElement('realtime-voice');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };

  it('name what was set, and nothing else', () => {
    const { session } = sessionOptionsOf(configured({ voice: 'echo', transcribe: 'a-model', 'input-audio-format': 'g711_ulaw' }));
    expect(session).to.deep.equal({
      modalities: ['text', 'audio'],
      turn_detection: { type: 'server_vad' },
      voice: 'echo',
      input_audio_format: 'g711_ulaw',
      input_audio_transcription: { model: 'a-model' },
    });
  });

  it('turn voice detection off for push to talk, whatever the page configured', () => {
    const element = configured({ 'push-to-talk': '' });
    element.sessionConfig = { turn_detection: { type: 'server_vad' }, temperature: 0.5 };
    expect(sessionOptionsOf(element).session).to.include({ turn_detection: null, temperature: 0.5 });
  });

  it('give the session a place to keep the conversation only where the page asks', () => {
    expect(sessionOptionsOf(configured({})).storage).to.equal(undefined);
    const { storage } = sessionOptionsOf(configured({ persist: 'local' }));
    expect(storage).to.respondTo('put');
    expect(sessionOptionsOf(configured({ persist: 'local' })).storage).to.equal(storage);
  });

  it('leave sound out of a conversation in text', () => {
    const { session, transports } = sessionOptionsOf(configured({ modalities: 'text', voice: 'echo', transport: 'websocket, webrtc' }));
    expect(session).to.deep.equal({ modalities: ['text'] });
    expect(transports).to.deep.equal(['websocket', 'webrtc']);
  });
});

describe('the word for what is going on', () => {
  const at = { state: initialConversation, sounding: false, talking: false, muted: false };

  it('follows the phase, then what sounds, then what is being made, then the microphone', () => {
    expect(statusOf({ ...at, phase: 'reconnecting', sounding: true })).to.equal('reconnecting');
    expect(statusOf({ ...at, phase: 'open', sounding: true, talking: true })).to.equal('speaking');
    expect(statusOf({ ...at, phase: 'open', state: { ...initialConversation, activeResponseId: 'r' }, talking: true })).to.equal(
      'answering',
    );
    expect(statusOf({ ...at, phase: 'open', talking: true })).to.equal('listening');
    expect(statusOf({ ...at, phase: 'open', muted: true })).to.equal('muted');
    expect(statusOf({ ...at, phase: 'open' })).to.equal('open');
  });
});

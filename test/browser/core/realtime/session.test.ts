import { expect } from '@open-wc/testing';
import { websocket } from 'voxreel/transports/websocket';
import { createRealtimeSession, defineTool, transcript } from 'voxreel';
import type { RealtimeSession, RealtimeSessionOptions, Transport } from 'voxreel';

import type { ServerEvent } from '../../../../src/core/dialects/dialect.js';
import { until } from '../audio/recording.js';
import { needing } from '../../../engines/lacks.js';

const service = (await (await fetch('/test-service.json')).json()) as { gateway: string; local: string };

interface Watched {
  readonly session: RealtimeSession;
  readonly events: ServerEvent[];
  readonly errors: string[];
  /** The loudest moment of the answer. */
  loudest(): number;
}

function watched(transport: string | Transport, more: Partial<RealtimeSessionOptions> = {}): Watched {
  const events: ServerEvent[] = [];
  const errors: string[] = [];
  const session = createRealtimeSession({ baseUrl: service.gateway, model: 'rehearsal', transports: [transport], ...more });
  session.on('event', (event) => events.push(event));
  session.on('error', ({ code, message }) => errors.push(`${code}: ${message}`));
  let loudest = 0;
  const timer = setInterval(() => {
    loudest = Math.max(loudest, session.levels.speaker);
    if (session.phase === 'closed') clearInterval(timer);
  }, 20);
  return { session, events, errors, loudest: () => loudest };
}

const answer = (session: RealtimeSession) =>
  transcript(session.store.get()).findLast(({ role, type }) => role === 'assistant' && type === 'message');
const typesIn = (events: readonly ServerEvent[]) => new Set(events.map(({ type }) => type));

for (const transport of ['websocket', 'webrtc'] as const) {
  needing(transport).describe(`a session over ${transport}, with the local service behind its gateway`, () => {
    it('answers a typed turn in text', async () => {
      const { session, errors } = watched(transport, { session: { modalities: ['text'] } });
      await session.connect();
      expect(session.transport).to.equal(transport);
      session.sendText('Hello.');
      await until(() => answer(session)?.status === 'completed');
      expect(answer(session)?.text).to.match(/\w/);
      expect(errors).to.deep.equal([]);
      session.close();
      expect(session.phase).to.equal('closed');
    });

    it('speaks its answer, with transcript and sound', async () => {
      const { session, errors, loudest } = watched(transport, { session: { modalities: ['text', 'audio'] } });
      await session.connect();
      session.sendText('Say something.');
      await until(() => answer(session)?.status === 'completed');
      await until(() => loudest() > 0.01);
      expect(answer(session)?.text).to.match(/\w/);
      expect(errors).to.deep.equal([]);
      session.close();
    });

    it('is heard again when it is taken up as soon as it was hung up', async () => {
      const { session, errors } = watched(transport, { session: { modalities: ['text', 'audio'] } });
      const sounds = () => until(() => session.levels.speaker > 0.01);
      await session.connect();
      session.sendText('Say something.');
      await sounds();
      session.close();
      await session.connect();
      await new Promise((resolve) => setTimeout(resolve, 500));
      session.sendText('Say something else.');
      await sounds();
      expect(errors).to.deep.equal([]);
      session.close();
    });

    it('hears push to talk and answers it', async () => {
      const { session, errors, events } = watched(transport, { session: { modalities: ['text', 'audio'], turn_detection: null } });
      await session.connect();
      await session.setMicrophone(true);
      expect(session.talking).to.equal(false);
      session.startTalking();
      expect(session.talking).to.equal(true);
      await new Promise((resolve) => setTimeout(resolve, 1200));
      session.stopTalking();
      await until(() => typesIn(events).has('response.done'));
      expect(typesIn(events).has('input_audio_buffer.committed')).to.equal(true);
      expect(transcript(session.store.get()).some(({ role, spoken }) => role === 'user' && spoken)).to.equal(true);
      expect(errors).to.deep.equal([]);
      session.close();
    });

    it('takes back push to talk that ends while the browser still asks for the microphone', async () => {
      const { session, errors } = watched(transport, { session: { modalities: ['text', 'audio'], turn_detection: null } });
      const sent: string[] = [];
      session.on('sent', ({ type }) => sent.push(type));
      await session.connect();
      const { mediaDevices } = navigator;
      mediaDevices.getUserMedia = () => new Promise(() => {});
      session.startTalking();
      session.stopTalking();
      Reflect.deleteProperty(mediaDevices, 'getUserMedia');
      await until(() => sent.filter((type) => type === 'input_audio_buffer.clear').length === 2);
      expect(sent.filter((type) => /commit|response/.test(type))).to.deep.equal([]);
      expect(errors).to.deep.equal([]);
      session.close();
    });

    it('calls a function and says what came of it', async () => {
      const asked: unknown[] = [];
      const clock = defineTool({
        name: 'get_time',
        description: 'The time of day in a city.',
        parameters: { type: 'object', properties: { city: { type: 'string' } } },
        execute: (args: unknown) => {
          asked.push(args);
          return { time: '12:34' };
        },
      });
      const { session, errors } = watched(transport, { session: { modalities: ['text'] }, tools: [clock] });
      await session.connect();
      session.sendText('What time is it in Oslo? Please use get_time.');
      await until(() => answer(session)?.status === 'completed');
      expect(asked.length).to.equal(1);
      expect(transcript(session.store.get()).map(({ type }) => type)).to.include.members(['function_call', 'function_call_output']);
      expect(errors).to.deep.equal([]);
      session.close();
    });

    it('an interruption cuts the answer where it was heard', async () => {
      const { session, errors, events } = watched(transport, { session: { modalities: ['text', 'audio'] } });
      await session.connect();
      session.sendText('Tell me a long story.');
      await until(() => session.levels.speaker > 0.01);
      await new Promise((resolve) => setTimeout(resolve, 600));
      session.interrupt();
      await until(() => session.levels.speaker < 0.001);
      await until(() => typesIn(events).has('conversation.item.truncated') || errors.length > 0);
      expect(errors).to.deep.equal([]);
      expect(answer(session)?.cut).to.equal(true);
      await until(() => session.store.get().activeResponseId === undefined);
      expect(errors).to.deep.equal([]);
      session.close();
    });
  });
}

describe('choosing a transport', () => {
  needing('webrtc').it('falls back to WebSocket where WebRTC finds no way', async () => {
    const original = RTCPeerConnection.prototype.setLocalDescription;
    RTCPeerConnection.prototype.setLocalDescription = () => Promise.reject(new Error('no way'));
    try {
      const session = createRealtimeSession({ baseUrl: service.gateway, model: 'rehearsal' });
      await session.connect();
      expect(session.transport).to.equal('websocket');
      session.close();
    } finally {
      RTCPeerConnection.prototype.setLocalDescription = original;
    }
  });

  it('goes by WebSocket where the browser has no WebRTC', async () => {
    const original = Object.getOwnPropertyDescriptor(globalThis, 'RTCPeerConnection');
    Reflect.deleteProperty(globalThis, 'RTCPeerConnection');
    try {
      const session = createRealtimeSession({ baseUrl: service.gateway, model: 'rehearsal', session: { modalities: ['text'] } });
      await session.connect();
      expect(session.transport).to.equal('websocket');
      session.sendText('Hello.');
      await until(() => answer(session)?.status === 'completed');
      session.close();
    } finally {
      if (original) Object.defineProperty(globalThis, 'RTCPeerConnection', original);
    }
  });

  it('answers in words where the browser has no audio worklets, and when it is taken up again', async () => {
    const original = Object.getOwnPropertyDescriptor(globalThis, 'AudioWorkletNode');
    Reflect.deleteProperty(globalThis, 'AudioWorkletNode');
    try {
      const { session, errors } = watched('websocket', { session: { modalities: ['text', 'audio'] } });
      for (const turns of [1, 2]) {
        await session.connect();
        session.sendText('Hello.');
        await until(() => session.store.get().usage.responses === turns);
        expect(answer(session)?.text).to.match(/\w/);
        session.close();
      }
      expect(errors).to.deep.equal([]);
    } finally {
      if (original) Object.defineProperty(globalThis, 'AudioWorkletNode', original);
    }
  });
});

it('a turn that is held on a line without sound is taken back, and told', async () => {
  const line: Transport = { id: 'text', audio: 'none', open: (target, signal) => websocket.open(target, signal) };
  const { session, events, errors } = watched(line, { session: { modalities: ['text'], turn_detection: null } });
  await session.connect();
  await session.setMicrophone(true);
  session.startTalking();
  session.stopTalking();
  await until(() => errors.length > 0);
  session.sendText('Hello.');
  await until(() => answer(session)?.status === 'completed');
  expect(errors).to.deep.equal(['audio_dropped: The connection carries no sound: what was said was not sent.']);
  expect(typesIn(events).has('error')).to.equal(false);
  session.close();
});

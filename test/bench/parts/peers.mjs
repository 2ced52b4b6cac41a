// The realtime core beside another maker's.
import { inBoth, inNode } from '../engines.mjs';
import { figures } from '../figures.mjs';

const figure = figures({});

const logs = {
  text: { of: 'a conversation in text', over: 'messages' },
  speech: { of: 'a spoken conversation', over: 'minutes of audio' },
};

const faster = (log, { id, where, found }) =>
  figure(
    `peers.${log}.${id}`,
    `Events of ${logs[log].of}`,
    found[log].map((row) => row.faster),
    { where, over: logs[log].over, unit: 'events/ms', base: '@openai/agents-realtime', better: 'higher', promised: { ratio: 15 } },
  );

const parsed = (log, { id, where, found }) =>
  figure(
    `peers.parse.${log}.${id}`,
    `@openai/agents-realtime with ${logs[log].of}`,
    found[log].map((row) => row.parsed),
    { where, over: logs[log].over, unit: 'ns/event', base: 'JSON.parse of the same text' },
  );

const inEngine = (engine) => [faster, parsed].flatMap((made) => Object.keys(logs).map((log) => made(log, engine)));

export const peers = {
  name: 'peers',
  title: 'Beside another package for the same events',
  measure: async () => (await inBoth('peers', { messages: [100, 400], minutes: [1, 4] })).flatMap(inEngine),
  check: async () => [faster('text', { id: 'node', where: 'Node', found: await inNode('peers', { messages: [100], minutes: [] }) })],
};

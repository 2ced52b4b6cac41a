// The realtime core beside another maker's.
import { inBoth, inNode } from '../engines.mjs';

const logs = {
  text: { of: 'a conversation in text', over: 'messages' },
  speech: { of: 'a spoken conversation', over: 'minutes of audio' },
};

const faster = (log, { id, where, found }) => ({
  id: `peers.${log}.${id}`,
  what: `Events of ${logs[log].of}`,
  where,
  over: logs[log].over,
  unit: 'events/ms',
  base: '@openai/agents-realtime',
  better: 'higher',
  promised: { ratio: 15 },
  points: found[log].map((row) => row.faster),
});

const parsed = (log, { id, where, found }) => ({
  id: `peers.parse.${log}.${id}`,
  what: `@openai/agents-realtime with ${logs[log].of}`,
  where,
  over: logs[log].over,
  unit: 'ns/event',
  base: 'JSON.parse of the same text',
  points: found[log].map((row) => row.parsed),
});

const figures = (engine) => [faster, parsed].flatMap((figure) => Object.keys(logs).map((log) => figure(log, engine)));

export const peers = {
  name: 'peers',
  title: 'Beside another package for the same events',
  measure: async () => (await inBoth('peers', { messages: [100, 400], minutes: [1, 4] })).flatMap(figures),
  check: async () => [faster('text', { id: 'node', where: 'Node', found: await inNode('peers', { messages: [100], minutes: [] }) })],
};

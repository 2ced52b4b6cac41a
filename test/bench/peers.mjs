// The same conversation through the realtime session of another maker's package, and through ours, in turn.
import { OpenAIRealtimeBase, RealtimeAgent, RealtimeSession } from '@openai/agents-realtime';

import { conversationLog } from './conversation-log.mjs';
import { median } from './fold.mjs';

/** A transport without a network: what a socket would have received is handed in. */
class HandedIn extends OpenAIRealtimeBase {
  status = 'connected';
  async connect() {}
  sendEvent() {}
  mute() {}
  close() {}
  interrupt() {}
  get muted() {
    return false;
  }
  receive(data) {
    this._onMessage({ data });
  }
}

async function connected() {
  const transport = new HandedIn();
  const session = new RealtimeSession(new RealtimeAgent({ name: 'bench' }), { transport, tracingDisabled: true });
  session.on('error', () => {});
  await session.connect({ apiKey: 'none' });
  return { transport, session };
}

/** What is quick is done so many times in a round, or a clock would be too coarse for it. */
const times = 5;

function msOf(action, count = 1) {
  const started = performance.now();
  for (let time = 0; time < count; time++) action();
  return (performance.now() - started) / count;
}

/** Milliseconds an event of JSON.parse, of ours and of theirs, in rounds of all three. */
async function measured(foldAll, log) {
  const ours = conversationLog(log);
  const theirs = conversationLog({ ...log, dialect: 'openai-ga' });
  const rounds = [];
  for (let round = -4; round < 9; round++) {
    const { transport, session } = await connected();
    const row = {
      parse: msOf(() => theirs.forEach((line) => JSON.parse(line)), times) / theirs.length,
      ours: msOf(() => foldAll(ours), times) / ours.length,
      theirs: msOf(() => theirs.forEach((line) => transport.receive(line))) / theirs.length,
    };
    if (session.history.length !== log.turns * 2) throw new Error(`The peer holds ${session.history.length} items, not ${log.turns * 2}.`);
    session.close();
    if (round >= 0) rounds.push(row);
  }
  return rounds;
}

/** `faster`: our events a millisecond over theirs. `parsed`: their nanoseconds an event over those of JSON.parse. */
async function compared(foldAll, size, log) {
  const rounds = await measured(foldAll, log);
  const middle = (read) => median(rounds.map(read));
  return {
    faster: {
      size,
      value: middle(({ ours }) => 1 / ours),
      base: middle(({ theirs }) => 1 / theirs),
      ratio: middle(({ ours, theirs }) => theirs / ours),
    },
    parsed: {
      size,
      value: middle(({ theirs }) => theirs * 1e6),
      base: middle(({ parse }) => parse * 1e6),
      ratio: middle(({ theirs, parse }) => theirs / parse),
    },
  };
}

export async function benchAgentsRealtime(foldAll, { messages, minutes }) {
  const text = [];
  for (const size of messages) text.push(await compared(foldAll, size, { turns: size / 2, audio: false }));
  const speech = [];
  for (const size of minutes) speech.push(await compared(foldAll, size, { turns: size * 25, audio: true }));
  return { text, speech };
}

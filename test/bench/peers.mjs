// The same conversation through the realtime session of another maker's package, with JSON.parse of the same text = 1.
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

export async function benchAgentsRealtime() {
  const rows = [];
  for (const audio of [false, true]) {
    const lines = conversationLog({ turns: 100, audio, dialect: 'openai-ga' });
    const ratios = [];
    let items = 0;
    let ns = 0;
    for (let round = 0; round < 15; round++) {
      const transport = new HandedIn();
      const session = new RealtimeSession(new RealtimeAgent({ name: 'bench' }), { transport, tracingDisabled: true });
      session.on('error', () => {});
      await session.connect({ apiKey: 'none' });
      const started = performance.now();
      for (const line of lines) JSON.parse(line);
      const parsed = performance.now();
      for (const line of lines) transport.receive(line);
      const received = performance.now();
      items = session.history.length;
      if (round >= 5) ratios.push((received - parsed) / (parsed - started));
      ns = ((received - parsed) * 1e6) / lines.length;
      session.close();
    }
    if (items !== 200) throw new Error(`The peer holds ${items} items, not 200.`);
    rows.push({ log: audio ? 'with audio' : 'text only', events: lines.length, ns, ratio: median(ratios) });
  }
  return rows;
}

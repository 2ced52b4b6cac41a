// Is what a service does for conversations right? Mints, connects and speaks as the relay would, without a connection.
import { isHostOf } from '../server/backends/outside.js';
import type { Service, ServiceRealtime } from '../services/service.js';
import { checkConversation } from './check-conversation.js';
import { sampleEvents, strangeTexts } from './events.js';
import { playedMaker } from './played-maker.js';
import { outcomeOf } from './service-calls.js';
import { checkRejectedKey } from './service-faults.js';

export async function* checkRealtime(service: Service, realtime: ServiceRealtime): AsyncGenerator<string> {
  const model = service.models.find(({ kind }) => kind === 'realtime')?.model.replaceAll('*', 'x') ?? 'x';
  const asked = { model, session: { instructions: 'Be brief.' } };
  const { mint, exchange, socket, open } = realtime;
  if (mint !== undefined) yield* checkRejectedKey(service, 'mint()', ({ outside }) => mint.call(realtime, asked, outside));
  if (exchange !== undefined)
    yield* checkRejectedKey(service, 'exchange()', ({ outside }) => exchange.call(realtime, 'v=0\r\n', asked, outside));
  if (socket !== undefined)
    yield* checkSocket(service, async () => socket.call(realtime, asked, playedMaker(service, () => Response.json({})).outside));
  if (open === undefined) return;
  yield* checkConversation((opening) => open.call(realtime, opening), Object.values(sampleEvents), strangeTexts);
}

async function* checkSocket(service: Service, run: () => Promise<unknown>): AsyncGenerator<string> {
  const outcome = await outcomeOf(run);
  // One that asks the maker for a signed address gets none here.
  if ('threw' in outcome) return;
  const url: unknown = Reflect.get(Object(outcome.gave), 'url');
  if (typeof url !== 'string' || !/^wss?:\/\//.test(url)) {
    yield `socket(): gives the url ${JSON.stringify(url)}; it must begin with wss://.`;
    return;
  }
  if (!isHostOf(service, url.replace(/^ws/, 'http'))) yield `socket(): leads to ${new URL(url).host}, which is none of its \`hosts\`.`;
}

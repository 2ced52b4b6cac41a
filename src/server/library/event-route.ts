// `GET /v1/library/events`: tells the pages of a user, as server-sent events, that there is something new. What it is they ask for themselves.
import { refuse } from '../answers/answers.js';
import type { GatewaySettings } from '../gateway-options.js';
import { createInUse } from '../in-use.js';
import { exactly, type Route } from '../route.js';
import { isRevoked, revocationOf } from '../tickets.js';
import { libraryPaths } from './library-paths.js';
import type { RecordStore } from './record-store.js';

export interface LibraryEvents {
  readonly route: Route;
  /** Ends the streams of one user, or all. Those pages come again, and are asked who they are. */
  end(userId?: string): void;
}

interface Page {
  readonly userId: string;
  tell(text: string): void;
  end(): void;
}

/** Of one user, and of this instance. */
const atOnce = { perUser: 16, total: 4096 };
/** A page asks again, and has to be logged in still. */
const longestMs = 900_000;

/** Keeps proxies from taking the silence for the end. At each beat the page may turn out to be revoked, on whichever instance that was. */
interface Heartbeat {
  readonly everyMs: number;
  revoked(): Promise<boolean>;
}

export function createLibraryEvents(records: RecordStore, { state, limits }: Pick<GatewaySettings, 'state' | 'limits'>): LibraryEvents {
  const pages = new Set<Page>();
  const places = createInUse(atOnce);
  let listening: Promise<() => void> | undefined;

  const tell = (userId?: string, cursor?: string): void => {
    const text = `event: changed\ndata: ${JSON.stringify({ cursor })}\n\n`;
    for (const page of pages) if (userId === undefined || page.userId === userId) page.tell(text);
  };
  const listen = async (): Promise<void> => {
    listening ??= records.listen(tell);
    await listening.catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
  };
  /** Nobody listens: the store need not keep a connection for it. */
  const rest = (): void => {
    if (pages.size > 0) return;
    listening?.then((undo) => undo()).catch(() => {});
    listening = undefined;
  };

  const answer: Route['answer'] = async ({ user, request }) => {
    if (!places.take(user.id))
      return refuse(429, 'too_many_streams', 'Too many pages are listening. Try again later.', '', { 'retry-after': '30' });
    const revocation = await revocationOf(state, user.id).catch(() => '');
    const heartbeat = { everyMs: limits.sockets.heartbeatMs, revoked: () => isRevoked(state, { user, revocation }) };
    const body = pageStream(user.id, request.signal, heartbeat, (page) => {
      pages.add(page);
      return () => {
        pages.delete(page);
        places.give(user.id);
        rest();
      };
    });
    try {
      await listen();
    } catch (error) {
      await body.cancel();
      throw error;
    }
    return new Response(body, {
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        // For nginx, which would collect it.
        'x-accel-buffering': 'no',
      },
    });
  };

  return {
    route: { method: 'GET', path: exactly(libraryPaths.events), answer },
    end(userId) {
      for (const page of pages) if (userId === undefined || page.userId === userId) page.end();
    },
  };
}

/** Says `ready` first: every change from then on is announced. A page that reads slowly hears once of many changes. */
function pageStream(
  userId: string,
  caller: AbortSignal,
  { everyMs, revoked }: Heartbeat,
  opened: (page: Page) => () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let waiting: string | undefined;
  let left = (): void => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = (text: string): void => controller.enqueue(encoder.encode(text));
        const tell = (text: string): void => {
          if ((controller.desiredSize ?? 0) > 0) write(text);
          else waiting = text;
        };
        let isOpen = true;
        const end = (): void => {
          if (isOpen) controller.close();
          isOpen = false;
          left();
        };
        const beat = (): void => {
          tell(waiting ?? ':\n\n');
          // While the state is away nobody has heard of it.
          revoked().then(
            (isOver) => isOver && end(),
            () => {},
          );
        };
        const timers = [setInterval(beat, everyMs), setTimeout(end, longestMs)];
        const closed = opened({ userId, tell, end });
        left = () => {
          left = () => {};
          isOpen = false;
          for (const timer of timers) clearTimeout(timer);
          caller.removeEventListener('abort', end);
          closed();
        };
        caller.addEventListener('abort', end);
        write('retry: 2000\nevent: ready\ndata: {}\n\n');
        if (caller.aborted) end();
      },
      pull(controller) {
        if (waiting !== undefined) controller.enqueue(encoder.encode(waiting));
        waiting = undefined;
      },
      cancel: () => left(),
    },
    { highWaterMark: 4 },
  );
}

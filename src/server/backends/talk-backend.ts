// Another maker's service for conversations: where its sockets are, its tokens and its SDP answers, within the gateway's limits.
import { isVoxreelError } from '../../base/errors.js';
import { writingsOf } from '../../base/key-writings.js';
import { errorOf } from '../../services/ask.js';
import type { Conversation, Opening, Outside, RealtimeRequest, Service, ServiceRealtime } from '../../services/service.js';
import { refuse } from '../answers/answers.js';
import type { Scrub } from '../answers/scrub.js';
import type { GatewayUser } from '../gateway-options.js';
import { inTime } from '../in-time.js';
import type { UpstreamClient } from '../upstream-client.js';
import type { ServicePlace } from '../relay/translated-socket.js';
import { parsed } from '../requests/fields.js';
import { offeringBest } from './backends.js';
import { createOutside, isHostOf } from './outside.js';
import type { ServiceSetup } from './service-backend.js';
import { errorAnswer } from './task-answer.js';

/** Who talks, and until when it matters. */
export interface Talker {
  readonly user: GatewayUser;
  readonly traced: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

export interface TalkBackend {
  /** In every writing: kept from pages. */
  readonly secrets: readonly string[];
  /** Its wire is its own: what is relayed is translated. */
  readonly open: ((opening: Opening) => Conversation) | undefined;
  /** Stands for a user where a maker wants to tell people apart. */
  nameOf(user: GatewayUser): Promise<string>;
  /** Where a socket is opened, or the answer to give instead. */
  place(asked: RealtimeRequest, talker: Talker): Promise<ServicePlace | Response>;
  /** A token of the maker's own; absent where it gives none. */
  mint?(asked: RealtimeRequest, talker: Talker): Promise<{ readonly value: string; readonly expiresAt?: number | undefined } | Response>;
  /** The maker's SDP, or the answer to give instead; absent where it takes no offers. */
  exchange?(offer: string, asked: RealtimeRequest, talker: Talker): Promise<string | Response>;
}

export interface TalkBackends {
  readonly any: boolean;
  /** The one that names a model most closely. */
  offering(model: unknown): TalkBackend | undefined;
}

/** Who may be talked to: a service of the documents' interface, and other makers'. */
export interface RelayServices {
  readonly upstream: UpstreamClient | undefined;
  readonly talks: TalkBackends;
}

type TalkSetup = Pick<ServiceSetup, 'limits' | 'scrub' | 'digest'>;

/** Its own clock is the first to ring. */
const graceMs = 1000;

export function createTalkBackends(services: readonly Service[], setup: TalkSetup): TalkBackends {
  const offers = services.flatMap((service) => {
    const { realtime, models } = service;
    return realtime === undefined ? [] : [{ models, backend: createTalkBackend(service, realtime, setup) }];
  });
  return {
    any: offers.length > 0,
    offering: (model) => (typeof model === 'string' ? offeringBest(offers, 'realtime', model)[0] : undefined),
  };
}

function createTalkBackend(service: Service, realtime: ServiceRealtime, { limits: { timeoutMs }, scrub, digest }: TalkSetup): TalkBackend {
  const nameOf = ({ id }: GatewayUser): Promise<string> => digest('user', id);
  async function asked<T>(talker: Talker, work: (outside: Outside) => Promise<T>): Promise<T | Response> {
    try {
      const userId = await nameOf(talker.user);
      const outside = createOutside(service, { userId }, talker.traced, { timeoutMs, signal: talker.signal });
      return await inTime(service.id, work(outside), timeoutMs + graceMs);
    } catch (error) {
      return errorAnswer(error, scrub);
    }
  }
  const { mint, exchange, socket } = realtime;
  return {
    secrets: service.secrets.flatMap(writingsOf),
    open: realtime.open === undefined ? undefined : (opening) => guarded(realtime.open?.(opening)),
    nameOf,
    place: (request, talker) =>
      asked(talker, async (outside) => {
        if (socket === undefined) return refuse(400, 'socket_not_allowed', 'This service takes no WebSocket: connect by WebRTC.');
        const { url, headers = {}, protocols } = await socket.call(realtime, request, outside);
        if (!isHostOf(service, url.replace(/^ws/, 'http')))
          return refuse(502, 'upstream_error', 'The service points to a host that is none of its own.');
        const refusal = (status: number, text: string, came: Headers) => refusalOf({ status, text, headers: came }, scrub);
        return { url: url.replace(/^http/, 'ws'), headers: { ...headers, ...talker.traced }, protocols, refusal };
      }),
    ...(mint && { mint: (request, talker) => asked(talker, (outside) => mint.call(realtime, request, outside)) }),
    ...(exchange && {
      exchange: async (offer, request, talker) => {
        const answer = await asked(talker, (outside) => exchange.call(realtime, offer, request, outside));
        if (typeof answer !== 'string') return answer;
        return answer.startsWith('v=')
          ? scrub.key(answer)
          : refuse(502, 'upstream_error', 'The service answered without a session description.');
      },
    }),
  };
}

/** A handshake that the maker has refused, with its words. */
function refusalOf(
  { status, text, headers }: { readonly status: number; readonly text: string; readonly headers: Headers },
  scrub: Scrub,
): Response {
  if (status < 400) return refuse(502, 'upstream_redirect', 'The service answered with something else than a socket.');
  return errorAnswer(errorOf({ status, headers, json: parsed(text) }), scrub);
}

/** A codec of anybody's: what it throws is said to the page, and ends nothing else. */
function guarded(conversation: Conversation | undefined): Conversation {
  if (conversation === undefined) throw new TypeError('open must give a conversation.');
  const failed = (error: unknown) => ({
    type: 'error' as const,
    event_id: `event_${crypto.randomUUID()}`,
    error: {
      type: 'server_error',
      code: isVoxreelError(error) ? error.code : 'translation_failed',
      message: 'The service could not translate this.',
    },
  });
  return {
    get opening() {
      return conversation.opening;
    },
    encode(event) {
      try {
        return conversation.encode(event);
      } catch (error) {
        return { events: [failed(error)] };
      }
    },
    decode(frame) {
      try {
        return conversation.decode(frame);
      } catch (error) {
        return { events: [failed(error)] };
      }
    },
    get rates() {
      return conversation.rates;
    },
    get heartbeat() {
      return conversation.heartbeat;
    },
    get resume() {
      return conversation.resume;
    },
    get closesInMs() {
      return conversation.closesInMs;
    },
  };
}

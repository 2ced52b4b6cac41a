// Two sockets made one: messages both ways with bounded memory, heartbeats, limits, and one end for both.
import { carriedCode, closeCodes, fittingReason } from './close-codes.js';
import type { Rate } from '../gateway-options.js';
import { createBeginning } from './beginning.js';
import { messageCap } from './message-cap.js';
import { lockEventId, refusesLock } from './session-lock.js';
import { beat, forward, relaySide, type RelaySide, type RelaySocket } from './relay-socket.js';

/** What a relay holds back, and for how long. */
export interface RelayLimits {
  /** Unsent bytes for one side from which the other is not read, until half of them have left. One message more may come on top. */
  readonly bufferBytes: number;
  /** Frames of the page: messages, their fragments, pings and pongs. */
  readonly messages: Rate | false;
  /** Until the page's first message. */
  readonly firstMessageMs: number;
  /** Without a message of either side. */
  readonly idleMs: number;
  /** Between two pings to each side. One that shows no sign of life is cut off at the second: within twice this time. */
  readonly heartbeatMs: number;
  /** Until a farewell is answered; then the line is cut. */
  readonly closeMs: number;
}

/** What is to become of a message of a page: it goes to the service as this text, or it is answered with this one. `code`: of the refusal. */
export type CheckedMessage = { readonly forward: string } | { readonly answer: string; readonly code?: string | undefined };

export interface RelayOptions {
  readonly limits: RelayLimits;
  /** Goes to the service before anything of the page: in one with its first message where `merge` can, else by itself after a second. Without `merge` at once. */
  readonly opening?: readonly string[] | undefined;
  readonly merge?: ((text: string) => string | undefined) | undefined;
  /** With it, binary messages of a page are not taken. */
  readonly check?: ((text: string) => CheckedMessage) | undefined;
  /** Whether `text` stands in a message. Default: decodes it. */
  readonly holds?: ((data: Uint8Array, text: string) => boolean) | undefined;
  /** Never goes to the page. */
  readonly secrets: readonly string[];
  /** With each heartbeat. */
  readonly beat?: (() => void) | undefined;
  readonly now?: (() => number) | undefined;
}

/** What a relay has carried when it ends. */
export interface RelaySummary {
  /** With which the relay ended. */
  readonly code: number;
  readonly messages: number;
  readonly bytes: number;
  /** The service has taken no connection for it: nothing is charged. */
  readonly unserved?: boolean | undefined;
}

/** A WebSocket of a page and the one to the service behind it. */
export interface Relay {
  /** Ends after the response under way, if there is one. */
  drain(): void;
  /** Closes both sides. */
  end(code: number, reason: string): void;
  /** Cuts both sides off. */
  cut(): void;
  /** Counts a frame of the page that completes no message. */
  fragment(): void;
  /** Both sides are closed. */
  readonly closed: Promise<RelaySummary>;
}

const decoder = new TextDecoder();
const decodes = (data: Uint8Array, text: string): boolean => decoder.decode(data).includes(text);

/** Relays until one side closes, then closes the other in the same way. Both sockets are open; the service's may be paused. */
export function relay(page: RelaySocket, service: RelaySocket, options: RelayOptions): Relay {
  const { limits, check, opening = [], merge, secrets, holds = decodes, now = Date.now } = options;
  const clean = (text: string): string => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text);
  const sides: readonly [RelaySide, RelaySide] = [relaySide(page), relaySide(service)];
  const [pageSide, serviceSide] = sides;
  const mayPass = messageCap(limits.messages, now);
  const counted = { messages: 0, bytes: 0 };
  let [answering, draining] = [false, false];
  let lastMessageAt = now();
  let ending: { readonly code: number; readonly cut: ReturnType<typeof setTimeout> } | undefined;
  const firstMessage = setTimeout(() => end(closeCodes.policy, 'silent: Nothing was said.'), limits.firstMessageMs);
  const heartbeat = setInterval(() => {
    options.beat?.();
    if (now() - lastMessageAt > limits.idleMs) end(closeCodes.policy, 'idle: Nothing was said for long.');
    else beat(sides);
  }, limits.heartbeatMs);

  const cut = (): void => sides.forEach(({ socket }) => socket.terminate());

  function end(code: number, reason: string, codeForService = code): void {
    if (ending !== undefined) return;
    ending = { code, cut: setTimeout(cut, limits.closeMs) };
    clearTimeout(firstMessage);
    beginning.end();
    const said = fittingReason(clean(reason));
    for (const side of sides.filter(({ open }) => open)) {
      // A socket that is not read hears no answer to its farewell.
      side.socket.resume();
      side.socket.close(side === serviceSide ? codeForService : code, said);
    }
  }
  const farewell = (): void => end(closeCodes.goingAway, 'draining: The gateway is going away.');

  function pass(from: RelaySide, to: RelaySide, data: Uint8Array | string, binary: boolean): void {
    if (ending !== undefined || !to.open) return;
    counted.messages += 1;
    counted.bytes += data.length;
    forward(from, to, data, binary, limits.bufferBytes);
  }

  /** Counts a frame of the page: one too many ends the relay, and no more is read, since reading is what a flood costs. */
  function mayCome(): boolean {
    pageSide.alive = true;
    if (ending !== undefined) return false;
    if (mayPass()) return true;
    end(closeCodes.policy, 'rate_limited: Too many messages.');
    page.pause();
    return false;
  }

  for (const control of ['ping', 'pong'] as const) page.on(control, () => void mayCome());
  page.on('message', (data, binary) => {
    if (!mayCome()) return;
    clearTimeout(firstMessage);
    lastMessageAt = now();
    if (check !== undefined && binary) return end(closeCodes.unsupported, 'binary_not_allowed: Each message is a JSON text.');
    const checked = check?.(decoder.decode(data));
    // Such an answer is one more message for the page: while it reads none, it is not read either.
    if (checked !== undefined && 'answer' in checked) return pass(pageSide, pageSide, checked.answer, false);
    answering ||= !binary && holds(data, '"response.create"');
    pass(pageSide, serviceSide, checked === undefined ? data : beginning.pass(checked.forward), binary);
  });
  service.on('message', (data, binary) => {
    serviceSide.alive = true;
    lastMessageAt = now();
    pass(serviceSide, pageSide, secrets.some((secret) => holds(data, secret)) ? clean(decoder.decode(data)) : data, binary);
    if (binary) return;
    if (opening.length > 0 && holds(data, lockEventId) && refusesLock(decoder.decode(data)))
      return end(closeCodes.policy, 'session_refused: The service does not take the session of this site.');
    if (holds(data, '"response.done"')) answering = false;
    else answering ||= holds(data, '"response.created"');
    if (draining && !answering) farewell();
  });
  const beginning = createBeginning({ opening, merge }, (text) => service.send(text, { binary: false }, () => {}));

  // The socket says itself what was wrong with what it got; the other side learns that it is over.
  page.on('error', () => end(1002, 'The page broke off.', closeCodes.goingAway));
  service.on('error', () => end(closeCodes.failed, 'upstream_closed: The service broke off.'));
  const closed = new Promise<RelaySummary>((resolve) => {
    const over = (): void => {
      if (sides.some(({ open }) => open)) return;
      for (const timer of [ending?.cut, firstMessage, heartbeat]) clearTimeout(timer);
      resolve({ code: ending?.code ?? closeCodes.failed, ...counted });
    };
    page.on('close', (code, reason) => {
      pageSide.open = false;
      if (code === 1006) end(closeCodes.goingAway, 'The page went away.');
      else end(code === 1005 ? 1000 : carriedCode(code), decoder.decode(reason));
      over();
    });
    service.on('close', (code, reason) => {
      serviceSide.open = false;
      const carried = code === 1005 ? 1000 : carriedCode(code);
      end(carried, decoder.decode(reason) || (carried === closeCodes.failed ? 'upstream_closed: The service broke off.' : ''));
      over();
    });
  });
  service.resume();

  return {
    closed,
    end: (code, reason) => end(code, reason),
    cut,
    fragment: () => void mayCome(),
    drain() {
      draining = true;
      if (!answering) farewell();
    },
  };
}

// Is a realtime transport right? Opens and closes it as a session would, against whatever its author has running.
import { isVoxreelError } from '../core/errors.js';
import type { Transport, TransportTarget, Wire, WireClosed } from '../core/transports/transport.js';

/** Where `checkTransport` connects. */
export interface TransportFixtures {
  /** Where it can connect: asked again for each connection, so that each has a token of its own. */
  target(): Omit<TransportTarget, 'handlers'> | Promise<Omit<TransportTarget, 'handlers'>>;
  /** Where it is refused, and the `code` of the error that says so. */
  refused?(): Omit<TransportTarget, 'handlers'> | Promise<Omit<TransportTarget, 'handlers'>>;
  readonly refusedWith?: string;
  /** Sent once it is open; the other side must then say something. Absent where it speaks first. */
  readonly greeting?: string;
  /** Milliseconds to wait for a word of the other side; default 5,000. */
  readonly patienceMs?: number;
}

interface Heard {
  readonly messages: unknown[];
  readonly closings: WireClosed[];
}

/** What is wrong, in words; an empty list when nothing is. Never throws for what the transport does. */
export async function checkTransport(transport: Transport, fixtures: TransportFixtures): Promise<readonly string[]> {
  const findings = [...checkPlain(transport)];
  if (transport.available?.() === false) return [...findings, 'available(): says that it cannot run here.'];
  for (const check of [checkUse, checkAborted, checkAbortedMidway, checkRefused]) {
    try {
      for await (const finding of check(transport, fixtures)) findings.push(finding);
    } catch (cause) {
      findings.push(`open() fails: ${wordsOf(cause)}`);
    }
  }
  return findings;
}

const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
const codeOf = (cause: unknown): string => (isVoxreelError(cause) ? cause.code : 'no VoxreelError');

function* checkPlain({ id, audio, available }: Transport): Generator<string> {
  if (!/^[a-z][a-z0-9-]*$/.test(id)) yield `id: \`${id}\` is not in lower case with hyphens.`;
  if (!['track', 'events', 'none'].includes(audio)) yield `audio: \`${audio}\` is none of track, events, none.`;
  if (typeof (available?.() ?? true) !== 'boolean') yield 'available(): is neither true nor false.';
}

async function open(transport: Transport, target: Omit<TransportTarget, 'handlers'>, signal: AbortSignal, heard: Heard): Promise<Wire> {
  const handlers = {
    message: (text: string) => void heard.messages.push(text),
    closed: (reason: WireClosed) => void heard.closings.push(reason),
  };
  return transport.open({ ...target, handlers }, signal);
}

const silence = (): Heard => ({ messages: [], closings: [] });
const never = new AbortController().signal;

async function* checkUse(transport: Transport, { target, greeting, patienceMs = 5000 }: TransportFixtures): AsyncGenerator<string> {
  const heard = silence();
  const wire = await open(transport, await target(), never, heard);
  if (!(wire.bufferedBytes >= 0)) yield 'bufferedBytes: is no number of bytes.';
  if (!(wire.maxMessageBytes > 0)) yield 'maxMessageBytes: allows no message at all.';
  if (greeting !== undefined) wire.send(greeting);
  if (!(await comesTrue(() => heard.messages.length > 0, patienceMs))) yield `message(): nothing came within ${patienceMs} ms.`;
  if (heard.messages.some((message) => typeof message !== 'string')) yield 'message(): was given something that is no text.';
  if (Number.isFinite(wire.maxMessageBytes))
    yield* checkSend(wire, 'x'.repeat(wire.maxMessageBytes + 1), 'invalid_input', 'a text that is too large');
  wire.close();
  wire.close(1000, 'again');
  yield* checkSend(wire, '{}', 'connection_lost', 'on a closed wire');
  await comesTrue(() => heard.closings.length > 0, 100);
  if (heard.closings.length > 0) yield 'closed(): is called for our own close().';
}

function* checkSend(wire: Wire, text: string, code: string, what: string): Generator<string> {
  try {
    wire.send(text);
    yield `send(): takes ${what}.`;
  } catch (cause) {
    if (codeOf(cause) !== code) yield `send(): ${what} throws ${codeOf(cause)}, not ${code}.`;
  }
}

async function* checkAborted(transport: Transport, { target }: TransportFixtures): AsyncGenerator<string> {
  yield* rejection(open(transport, await target(), AbortSignal.abort(), silence()), 'aborted', 'with a signal that has fired');
}

async function* checkAbortedMidway(transport: Transport, { target }: TransportFixtures): AsyncGenerator<string> {
  const stop = new AbortController();
  const heard = silence();
  const opening = open(transport, await target(), stop.signal, heard);
  stop.abort();
  try {
    // It may have been open by then; the caller that stopped it closes it.
    (await opening).close();
  } catch (cause) {
    if (codeOf(cause) !== 'aborted') yield `open(): stopped midway throws ${codeOf(cause)}, not aborted.`;
  }
  if (heard.closings.length > 0) yield 'closed(): is called for a connection that was never open.';
}

async function* checkRefused(
  transport: Transport,
  { refused, refusedWith = 'connection_failed' }: TransportFixtures,
): AsyncGenerator<string> {
  if (refused === undefined) return;
  const heard = silence();
  yield* rejection(open(transport, await refused(), never, heard), refusedWith, 'where it is refused');
  if (heard.closings.length > 0) yield 'closed(): is called for a connection that was refused.';
}

async function* rejection(opening: Promise<Wire>, code: string, what: string): AsyncGenerator<string> {
  try {
    (await opening).close();
    yield `open(): succeeds ${what}.`;
  } catch (cause) {
    if (codeOf(cause) !== code) yield `open(): ${what} throws ${codeOf(cause)}, not ${code}.`;
  }
}

async function comesTrue(check: () => boolean, patienceMs: number): Promise<boolean> {
  for (const end = Date.now() + patienceMs; !check();) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return true;
}

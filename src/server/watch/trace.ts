// The trace that a request belongs to, as https://www.w3.org/TR/trace-context/ has it: continued where the caller names one, begun here otherwise.

export interface Trace {
  /** 32 lower-case hex digits: the same in everything that belongs to the request. */
  readonly id: string;
  /** For what is sent on: this gateway's own step of the trace is the parent there. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Version `ff` is forbidden. A version after 00 may say more behind what is known here; 00 may not. */
const form = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const isZero = (hex: string): boolean => /^0+$/.test(hex);
/** What the specification asks everyone to carry. A longer one is left out whole: a part of it could be misread. */
const longestState = 512;

export function traceOf({ headers }: Pick<Request, 'headers'>): Trace {
  const [, version = '', id = '', parent = '', flags = '00', more] = form.exec(headers.get('traceparent') ?? '') ?? [];
  const continues = version !== '' && !isZero(id) && !isZero(parent) && (version !== '00' || more === undefined);
  // The caller's word on recording holds; a trace that begins here is in this gateway's log, so it is recorded. Other bits are not defined.
  const recorded = !continues || (Number.parseInt(flags, 16) & 1) === 1;
  const traceId = continues ? id : randomHex(32);
  const state = continues ? stateOf(headers) : undefined;
  return {
    id: traceId,
    headers: {
      traceparent: `00-${traceId}-${randomHex(16)}-${recorded ? '01' : '00'}`,
      ...(state === undefined ? {} : { tracestate: state }),
    },
  };
}

/** Printable text, as every maker's entry is. */
function stateOf(headers: Headers): string | undefined {
  const state = headers.get('tracestate')?.trim() ?? '';
  return state.length <= longestState && /^[ -~\t]+$/.test(state) ? state : undefined;
}

/** So many digits of a random UUID: runtimes have a store of those. Never all zeros, since one of its last 16 digits is not. */
const randomHex = (digits: 16 | 32): string => crypto.randomUUID().replaceAll('-', '').slice(-digits);

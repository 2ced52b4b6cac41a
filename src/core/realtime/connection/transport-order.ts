// Which transport to try, and in which order: the page's, those that failed lately last, and text alone where sound cannot be carried.
import type { Transport } from '../../transports/transport.js';

export interface TransportOrder {
  /** In the order to try now. */
  order(): readonly Transport[];
  /** Those the page prefers to this one. */
  above(transport: Transport): readonly Transport[];
  /** Text alone, where the page's transports can be used so. */
  readonly text: Transport | undefined;
  opened(transport: Transport): void;
  /** It did not open. */
  refused(transport: Transport): void;
  /** It was lost; `lasted` when it had held for a good while. */
  lost(transport: Transport, lasted: boolean): void;
  /** It is open, and too slow for sound. */
  strained(transport: Transport): void;
}

/** A transport that failed is tried last for this long, so that a blocked one does not hold up every reconnection. */
const demotedMs = 300_000;
/** Lost so often soon after opening: it opens, but does not hold. */
const shakyLosses = 2;

/** `transports`: in order of preference. */
export function createTransportOrder(transports: () => readonly Transport[], wantsSound: () => boolean): TransportOrder {
  const demotedAt = new Map<string, number>();
  const earlyLosses = new Map<string, number>();
  const weak = new Set<string>();
  let text: { readonly of: Transport; readonly transport: Transport } | undefined;

  const available = () => transports().filter((candidate) => candidate.available?.() ?? true);
  const textTransport = () => {
    const base = wantsSound() ? available().findLast(({ audio }) => audio === 'events') : undefined;
    if (base === undefined) return undefined;
    if (text?.of !== base) text = { of: base, transport: textOnly(base) };
    return text.transport;
  };
  const isReady = ({ id }: Transport) => !weak.has(id) && Date.now() - (demotedAt.get(id) ?? -Infinity) >= demotedMs;
  const strained = ({ id, audio }: Transport) => {
    if (audio === 'events') weak.add(id);
    demotedAt.set(id, Date.now());
  };
  return {
    order() {
      const all = available();
      const last = all.some(({ id }) => weak.has(id)) ? textTransport() : undefined;
      return [...all.filter(isReady), ...(last === undefined ? [] : [last]), ...all.filter((one) => !isReady(one))];
    },
    above(transport) {
      const all = available();
      const at = all.indexOf(transport);
      return at < 0 ? all : all.slice(0, at);
    },
    get text() {
      return textTransport();
    },
    opened({ id }) {
      demotedAt.delete(id);
      weak.delete(id);
    },
    refused({ id }) {
      demotedAt.set(id, Date.now());
    },
    lost(transport, lasted) {
      const losses = lasted ? 0 : (earlyLosses.get(transport.id) ?? 0) + 1;
      earlyLosses.set(transport.id, losses);
      if (losses >= shakyLosses) strained(transport);
    },
    strained,
  };
}

/** The same wire without sound on it. */
const textOnly = (base: Transport): Transport => {
  const { binary, needsToken, recorded } = base;
  return { id: 'text', audio: 'none', binary, needsToken, recorded, open: (target, signal) => base.open(target, signal) };
};

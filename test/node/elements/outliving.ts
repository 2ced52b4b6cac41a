// What outlives its maker in a page, noted as it is made. Put into a page before its scripts, so it is one function that needs nothing else.

export interface Outliving {
  /** How many of each kind run, wait, listen, are open or are locked now, whether or not anybody holds them. */
  counts(): Promise<Record<string, number>>;
  /** Names of the objects that are held as far as the browser has looked, with how often. */
  living(): Record<string, number>;
  /** Names of the objects that are still held, with how often; waits for the browser to let go of more than `few`, or than one. */
  held(few: Readonly<Record<string, number>>): Promise<Record<string, number>>;
  /** Names of all kinds that were ever made. */
  made(): string[];
}

export type OutlivingScope = typeof globalThis & { outliving: Outliving; gc(): void };

export function noteOutliving(): void {
  const scope = globalThis as OutlivingScope;
  let noted: { readonly name: string; readonly ref: WeakRef<object> }[] = [];
  const made = new Set<string>();
  const note = <T extends object>(name: string, thing: T): T => {
    noted.push({ name, ref: new WeakRef(thing) });
    made.add(name);
    return thing;
  };
  const running = { intervals: new Set<unknown>(), timeouts: new Set<unknown>(), frames: new Set<unknown>() };
  const open = { channels: 0, workers: 0, databases: 0, 'object URLs': 0, 'wake locks': 0 };

  const { setInterval: interval, clearInterval: clear, setTimeout: later, clearTimeout: forget } = scope;
  const { requestAnimationFrame: frame, cancelAnimationFrame: skip } = scope;
  scope.setInterval = ((handler: TimerHandler, ms?: number, ...rest: unknown[]) => {
    const id = interval(handler, ms, ...rest);
    running.intervals.add(id);
    return id;
  }) as typeof setInterval;
  scope.setTimeout = ((handler: (...given: unknown[]) => void, ms?: number, ...rest: unknown[]) => {
    const id: unknown = later(() => {
      running.timeouts.delete(id);
      handler(...rest);
    }, ms);
    running.timeouts.add(id);
    return id;
  }) as typeof setTimeout;
  // The browser takes the id of either kind for both.
  const stop = (id?: number): void => {
    running.intervals.delete(id);
    running.timeouts.delete(id);
    clear(id);
    forget(id);
  };
  scope.clearInterval = stop as typeof clearInterval;
  scope.clearTimeout = stop as typeof clearTimeout;
  scope.requestAnimationFrame = (handler) => {
    const id = frame((at) => {
      running.frames.delete(id);
      handler(at);
    });
    running.frames.add(id);
    return id;
  };
  scope.cancelAnimationFrame = (id) => {
    running.frames.delete(id);
    skip(id);
  };

  for (const name of [
    'AudioContext',
    'RTCPeerConnection',
    'WebSocket',
    'ResizeObserver',
    'IntersectionObserver',
    'MutationObserver',
    'Worker',
    'BroadcastChannel',
    'VideoDecoder',
  ] as const) {
    const Native = scope[name] as unknown as new (...args: unknown[]) => object;
    const Noted = new Proxy(Native, {
      construct: (target, args, newTarget) => {
        if (name === 'BroadcastChannel') open.channels++;
        if (name === 'Worker') open.workers++;
        return note(name, Reflect.construct(target, args, newTarget) as object);
      },
    });
    Object.defineProperty(scope, name, { value: Noted, configurable: true, writable: true });
  }
  /** Calls `ended` when `method` is first called on something. */
  const onEnd = (prototype: object, method: string, ended: () => void): void => {
    const over = new WeakSet<object>();
    const native = Reflect.get(prototype, method) as (...args: unknown[]) => unknown;
    Object.defineProperty(prototype, method, {
      configurable: true,
      writable: true,
      value(this: object, ...args: unknown[]) {
        if (!over.has(this)) ended();
        over.add(this);
        return native.apply(this, args);
      },
    });
  };
  onEnd(BroadcastChannel.prototype, 'close', () => open.channels--);
  onEnd(Worker.prototype, 'terminate', () => open.workers--);
  onEnd(IDBDatabase.prototype, 'close', () => open.databases--);
  const openDatabase = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (...args) {
    const request = openDatabase.apply(this, args);
    request.addEventListener('success', () => void open.databases++, { once: true });
    return request;
  };
  const { createObjectURL, revokeObjectURL } = URL;
  const urls = new Set<string>();
  URL.createObjectURL = (file) => {
    const url = createObjectURL(file);
    urls.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    urls.delete(url);
    revokeObjectURL(url);
  };
  if ('wakeLock' in navigator) {
    const request = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = async (...args) => {
      const lock = await request(...args);
      open['wake locks']++;
      lock.addEventListener('release', () => void open['wake locks']--, { once: true });
      return lock;
    };
  }
  const media = navigator.mediaDevices;
  const ask = media.getUserMedia.bind(media);
  media.getUserMedia = async (wanted) => {
    const stream = await ask(wanted);
    stream.getTracks().forEach((track) => note('MediaStreamTrack', track));
    return stream;
  };
  const { clone } = MediaStreamTrack.prototype;
  MediaStreamTrack.prototype.clone = function () {
    return note('MediaStreamTrack', clone.call(this));
  };

  // Listeners on what lasts as long as the page: what else is listened to goes with its listeners.
  const lasting = (target: EventTarget): string | undefined =>
    target === scope || target === null
      ? 'window'
      : target === document
        ? 'document'
        : target === media
          ? 'devices'
          : target instanceof MediaQueryList
            ? 'media query'
            : undefined;
  const listening = new Map<string, number>();
  const known = new WeakMap<object, Map<string, AbortController>>();
  const targets = new WeakMap<EventTarget, number>();
  let numbered = 0;
  const keyOf = (target: EventTarget, type: string, capture: boolean): string => {
    const number = targets.get(target) ?? ++numbered;
    targets.set(target, number);
    return `${String(number)} ${type} ${String(capture)}`;
  };
  const { addEventListener: listen, removeEventListener: ignore } = EventTarget.prototype;
  const count = (name: string, by: number): void => void listening.set(name, (listening.get(name) ?? 0) + by);
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    // Called bare, `this` is the window.
    const target = this ?? scope;
    const kind = lasting(target);
    if (kind === undefined || listener === null) return listen.call(target, type, listener, options);
    const { capture = false, once = false, signal } = typeof options === 'object' ? options : { capture: options };
    const key = keyOf(target, type, capture);
    const mine = known.get(listener) ?? new Map<string, AbortController>();
    known.set(listener, mine);
    if (mine.has(key) || signal?.aborted === true) return undefined;
    const over = new AbortController();
    mine.set(key, over);
    count(`${kind} ${type}`, 1);
    const end = () => {
      if (!mine.delete(key)) return;
      count(`${kind} ${type}`, -1);
      over.abort();
    };
    if (signal) listen.call(signal, 'abort', end, { once: true, signal: over.signal });
    if (once) listen.call(target, type, end, { once: true, capture, signal: over.signal });
    return listen.call(target, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    const target = this ?? scope;
    const kind = lasting(target);
    ignore.call(target, type, listener, options);
    if (kind === undefined || listener === null) return;
    const capture = typeof options === 'object' ? (options.capture ?? false) : (options ?? false);
    const mine = known.get(listener);
    const key = keyOf(target, type, capture);
    const over = mine?.get(key);
    if (over === undefined) return;
    mine?.delete(key);
    count(`${kind} ${type}`, -1);
    over.abort();
  };

  const define = customElements.define.bind(customElements);
  customElements.define = (name, Constructor, options) => {
    const prototype = Constructor.prototype as { connectedCallback(this: HTMLElement): void };
    const connected = prototype.connectedCallback;
    const seen = new WeakSet<object>();
    // The registry looks at it once, now.
    prototype.connectedCallback = function (this: HTMLElement) {
      if (!seen.has(this)) note(name, this);
      seen.add(this);
      connected.call(this);
    };
    define(name, Constructor, options);
  };

  /** What was closed is no leak while the browser still has it. */
  const isHeld = (thing: object | undefined): thing is object => {
    if (thing === undefined) return false;
    if (thing instanceof MediaStreamTrack) return thing.readyState === 'live';
    if ('state' in thing && thing.state === 'closed') return false;
    if ('connectionState' in thing && thing.connectionState === 'closed') return false;
    return !('readyState' in thing && thing.readyState === 3);
  };
  const living = (): Record<string, number> => {
    noted = noted.filter(({ ref }) => isHeld(ref.deref()));
    const names: Record<string, number> = {};
    for (const { name } of noted) names[name] = (names[name] ?? 0) + 1;
    return names;
  };
  scope.outliving = {
    async counts() {
      const { held = [], pending = [] } = isSecureContext ? await navigator.locks.query() : {};
      const counts: Record<string, number> = { ...open, 'object URLs': urls.size, locks: held.length, 'locks waited for': pending.length };
      for (const [name, ids] of Object.entries(running)) counts[name] = ids.size;
      for (const [name, times] of listening) counts[`listeners: ${name}`] = times;
      return counts;
    },
    living,
    made: () => [...made],
    async held(few) {
      let names: Record<string, number> = {};
      for (let tries = 0; tries < 80; tries++) {
        await new Promise((resolve) => later(resolve, 100));
        scope.gc();
        names = living();
        if (Object.entries(names).every(([name, times]) => times <= Math.max(1, few[name] ?? 0))) break;
      }
      return names;
    },
  };
}

// What a service hears first on a relayed socket: the site's lock, in one with the page's own configuration where that comes soon.
// Services that are configured only once then have both.

export interface Beginning {
  /** What goes to the service in place of a page's message. */
  pass(text: string): string;
  /** The relay is over. */
  end(): void;
}

export interface BeginningOptions {
  /** Messages of the gateway's own, before anything of the page. */
  readonly opening: readonly string[];
  /** A page's message with `opening` in it; undefined where it is about something else. Absent: `opening` is sent at once. */
  readonly merge?: ((text: string) => string | undefined) | undefined;
}

/** A page sends its configuration as soon as it is connected: one that waits for the service's greeting would wait for ever. */
const patienceMs = 1000;

export function createBeginning({ opening, merge }: BeginningOptions, send: (text: string) => void): Beginning {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSaid = false;
  const said = (): void => {
    isSaid = true;
    clearTimeout(timer);
  };
  const say = (): void => {
    said();
    for (const text of opening) send(text);
  };
  if (merge === undefined || opening.length === 0) say();
  else timer = setTimeout(say, patienceMs);
  return {
    pass(text) {
      if (isSaid) return text;
      const merged = merge?.(text);
      if (merged === undefined) say();
      else said();
      return merged ?? text;
    },
    end: () => clearTimeout(timer),
  };
}

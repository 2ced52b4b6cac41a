// How a user stands in the log: hashed, so that a log tells users apart without naming anybody.

/** `hash` (default): keyed with the gateway's secret, the same in all instances; `plain`: the id itself; `none`. */
export type LogUser = 'hash' | 'plain' | 'none';

const remembered = 10_000;

/** The word for a user's id, or undefined for none. `digest` is keyed. */
export function userNaming(
  mode: LogUser,
  digest: (...parts: readonly string[]) => Promise<string>,
): (id: string) => Promise<string> | string | undefined {
  if (mode === 'none') return () => undefined;
  if (mode === 'plain') return (id) => id;
  const known = new Map<string, string>();
  const hash = async (id: string): Promise<string> => {
    const word = (await digest('log user', id)).slice(0, 16);
    if (known.size >= remembered) known.clear();
    known.set(id, word);
    return word;
  };
  return (id) => known.get(id) ?? hash(id);
}

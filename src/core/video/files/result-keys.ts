// Under which key a file of a task is kept: `<task>/<place of the output>`, `<task>/<field of the draft>`, or that of a picture. Pure.

export const outputKey = (id: string, at: number): string => `${id}/${at}`;

/** The picture of an output whose file is not kept. */
export const pictureKey = (id: string, at: number): string => `${outputKey(id, at)} picture`;

export const inputKey = (id: string, field: string): string => `${id}/${field}`;

/** What the keys of all files of a task begin with. */
export const taskPrefix = (id: string): string => `${id}/`;

/** The task a key belongs to, and the place of the output where it is one. */
export function readKey(key: string): { readonly id: string; readonly at: number | undefined } {
  const slash = key.indexOf('/');
  const rest = key.slice(slash + 1);
  return { id: key.slice(0, slash), at: /^\d+$/.test(rest) ? Number(rest) : undefined };
}

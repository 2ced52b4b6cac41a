/** A record with what `change` makes of each field; the record itself where that is what it was. */
export function mapFields(record: Readonly<Record<string, unknown>>, change: (value: unknown, name: string) => unknown): typeof record {
  const fields = Object.entries(record);
  let isSame = true;
  for (const field of fields) {
    const changed = change(field[1], field[0]);
    if (changed === field[1]) continue;
    field[1] = changed;
    isSame = false;
  }
  return isSame ? record : Object.fromEntries(fields);
}

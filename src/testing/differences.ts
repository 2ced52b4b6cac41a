// Where a value lacks what is expected of it, in words.

/** `expected` may name a part of `value` only; lists must be whole. */
export function differences(value: unknown, expected: unknown, path = ''): readonly string[] {
  if (Object.is(value, expected)) return [];
  const branches = typeof value === 'object' && value !== null && typeof expected === 'object' && expected !== null;
  if (!branches || Array.isArray(value) !== Array.isArray(expected))
    return [`\`${path || 'value'}\` is ${JSON.stringify(value)}, expected ${JSON.stringify(expected)}.`];
  if (Array.isArray(value) && Array.isArray(expected) && value.length !== expected.length)
    return [`\`${path}\` has ${value.length} entries, expected ${expected.length}.`];
  return Object.entries(expected).flatMap(([key, part]) =>
    differences(Reflect.get(value, key), part, path === '' ? key : `${path}.${key}`),
  );
}

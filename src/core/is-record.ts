// What came from outside and is an object with names: neither null nor a list. Knows nothing else.

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

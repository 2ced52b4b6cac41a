/** True for an absolute http(s) address. */
export const isUrl = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\//i.test(value);

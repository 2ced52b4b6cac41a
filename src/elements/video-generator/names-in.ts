// Names in an attribute.

/** `a, b  c` as three names. */
export const namesIn = (list: string | null | undefined): readonly string[] => list?.match(/[^\s,]+/g) ?? [];

// The library's own dialects, told from all others: a worker has them too, where it could not be given a page's functions.

const own = new WeakSet<object>();

/** Marks a dialect. A copy of it with changes is another dialect. */
export const ownDialect = (dialect: object): void => void own.add(dialect);

export const isOwnDialect = (dialect: object): boolean => own.has(dialect);

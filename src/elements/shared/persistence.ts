// Where an element keeps what a user makes, as its `persist` says.

/** `local`: in this browser. `none`: in memory, until the page is left. */
export type Persistence = 'local' | 'none';

/** An attribute may hold anything: what is neither is the element's default. */
export const persistenceOf = (persist: string | null | undefined, byDefault: Persistence): Persistence =>
  persist === 'local' || persist === 'none' ? persist : byDefault;

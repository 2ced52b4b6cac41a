// Where an element keeps what a user makes, as its `persist` says.

/** `local`: in this browser. `none`: in memory, until the page is left. `account`: in this browser and in the user's library behind the gateway. */
export type Persistence = 'local' | 'none' | 'account';

/** An attribute may hold anything: what is none of these is the element's default. */
export const persistenceOf = (persist: string | null | undefined, byDefault: Persistence): Persistence =>
  persist === 'local' || persist === 'none' || persist === 'account' ? persist : byDefault;

/** While nobody is signed in there is no account: then it is kept in this browser. */
export const placeOf = (persist: string | null | undefined, byDefault: Persistence, user: string | undefined): Persistence => {
  const place = persistenceOf(persist, byDefault);
  return place === 'account' && !user ? 'local' : place;
};

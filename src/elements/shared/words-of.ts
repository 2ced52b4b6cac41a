// What the words of one language are made of.

/** A sentence with a count in it: one form for each kind of number the language tells apart (`Intl.PluralRules`). */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** What a translation of these English words is made of. */
export type WordsOf<English extends object> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : English[Key] extends { other: string } ? Plural : English[Key];
};

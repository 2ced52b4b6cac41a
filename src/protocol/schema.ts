// The few schema shapes the wire's irregularities need. Everything else is plain zod/mini.
import * as z from 'zod/mini';

/** A set the server may extend: any string passes, the listed ones complete in an editor. */
export const open = <const V extends readonly string[]>(_known: V) => z.string() as z.ZodMiniType<V[number] | (string & {}), string>;

export const between = (range: { readonly min: number; readonly max: number }) => [z.gte(range.min), z.lte(range.max)] as const;

/** An identifier published as a string but listed as an array of string: the first entry counts. */
export const stringOrFirst = z.pipe(
  z.union([z.string(), z.array(z.string()).check(z.minLength(1))]),
  z.transform((value): string => (typeof value === 'string' ? value : (value[0] ?? ''))),
);

/** An index published as an integer but listed as a string in two events. */
export const integerOrDigits = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d+$/))]),
  z.transform((value): number => Number(value)),
);

export const maxOutputTokens = (range: { readonly min: number; readonly max: number }) =>
  z.union([z.int().check(...between(range)), z.literal('inf')]);

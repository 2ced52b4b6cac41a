// Prices as services declare them.
import type { Price, Rate } from './service.js';

/** In US dollars, as they stood at `source` on the day `asOf`. */
export const dollars = (asOf: string, source: string, price: Omit<Price, 'unit' | 'asOf' | 'source'>): Price => ({
  unit: 'USD',
  asOf,
  source,
  ...price,
});

/** A second by the value of one choice, such as `resolution`; `beside` are conditions of all of them. */
export const ratesBy = (name: string, perSecond: Readonly<Record<string, number>>, beside: Rate['when'] = {}): readonly Rate[] =>
  Object.entries(perSecond).map(([value, rate]) => ({ when: { [name]: value, ...beside }, perSecond: rate }));

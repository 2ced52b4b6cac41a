// Prices that a page states itself: they come before those of the service and of its providers.
import { globFit } from '../../base/glob.js';
import { readPrice, type Price } from '../offered-model.js';

/** By model, or by a glob of models (`kling-*`): the closest counts. */
export type Prices = Readonly<Record<string, Price>>;

/** Undefined where the page states none for this model, or what it states is no price. */
export function ownPrice(prices: Prices | undefined, model: string): Price | undefined {
  const fitting = Object.keys(prices ?? {}).map((glob) => ({ glob, fit: globFit(glob, model) }));
  const [closest] = fitting.filter(({ fit }) => fit >= 0).toSorted((one, other) => other.fit - one.fit);
  return closest && readPrice(prices?.[closest.glob]);
}

// Prices that a page states itself: they come before those of the service and of its providers.
import { globFit } from '../../base/glob.js';
import { readPrice, type Price, type Priced } from '../offered-model.js';

/** By model, or by a glob of models (`kling-*`): the closest counts. */
export type Prices = Readonly<Record<string, Price>>;

/** The model at the page's price, whatever the service offers it for. Undefined where the page states none, or what it states is no price. */
export function ownPriced(prices: Prices | undefined, model: string, offered?: Priced): Priced | undefined {
  const fitting = Object.keys(prices ?? {}).map((glob) => ({ glob, fit: globFit(glob, model) }));
  const [closest] = fitting.filter(({ fit }) => fit >= 0).toSorted((one, other) => other.fit - one.fit);
  const price = closest && readPrice(prices?.[closest.glob]);
  return price && { ...offered, price };
}

// Prices that a page states itself: they come before those of the service and of its providers.
import { closestFit } from '../../base/glob.js';
import { readPrice, type Price, type Priced } from '../offered-model.js';

/** By model, or by a glob of models (`kling-*`): the closest counts. */
export type Prices = Readonly<Record<string, Price>>;

/** The model at the page's price, whatever the service offers it for. Undefined where the page states none, or what it states is no price. */
export function ownPriced(prices: Prices | undefined, model: string, offered?: Priced): Priced | undefined {
  const closest = closestFit(Object.keys(prices ?? {}), (glob) => glob, model);
  const price = closest === undefined ? undefined : readPrice(prices?.[closest]);
  return price && { ...offered, price };
}

// Which entry of a service's list says something of a model: the exact name, then the longest glob.
import { globFit } from '../../base/glob.js';
import type { OfferedModel } from '../offered-model.js';

export function fittingModel(models: readonly OfferedModel[], model: string): OfferedModel | undefined {
  let best: OfferedModel | undefined;
  let bestFit = -1;
  for (const entry of models) {
    const fit = globFit(entry.id, model);
    if (fit > bestFit) [best, bestFit] = [entry, fit];
  }
  return best;
}

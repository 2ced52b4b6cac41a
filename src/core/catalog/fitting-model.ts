// Which entry of a service's list says something of a model: the exact name, then the longest glob.
import { closestFit } from '../../base/glob.js';
import type { OfferedModel } from '../offered-model.js';

export const fittingModel = (models: readonly OfferedModel[], model: string): OfferedModel | undefined =>
  closestFit(models, ({ id }) => id, model);

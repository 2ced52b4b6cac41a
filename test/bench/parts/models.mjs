// What a page may choose from, asked of a gateway before many services.
import { figures, over } from '../figures.mjs';

const figure = figures({ unit: 'ms', base: 'that of one service' });

async function listed() {
  // It imports what `prepare` compiles.
  const { benchModels } = await import('../models.mjs');
  const { many, one, services, models } = await benchModels();
  return figure('models.list', `The list of ${models} models of ${services} services, in one round trip`, over(many, one), {
    where: 'the quickest tenth',
  });
}

export const models = {
  name: 'models',
  title: 'The list of models',
  measure: async () => [await listed()],
  check: async () => [await listed()],
};

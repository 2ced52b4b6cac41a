// The prices that the services declare: each depends on choices that its model has.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as services from '../../../src/services/index.js';
import type { Service, ServiceModel } from '../../../src/services/index.js';

const key = 'a-key-of-a-maker';
const all: readonly Service[] = [
  services.ark({ apiKey: key }),
  services.assemblyAi({ apiKey: key }),
  services.dashScope({ apiKey: key }),
  services.deepgram({ apiKey: key }),
  services.fal({ apiKey: key }),
  services.google({ apiKey: key }),
  services.kling({ accessKey: key, secretKey: key }),
  services.luma({ apiKey: key }),
  services.miniMax({ apiKey: key }),
  services.openai({ apiKey: key }),
  services.openaiLive({ apiKey: key }),
  services.openRouter({ apiKey: key }),
  services.replicate({ apiKey: key }),
  services.runway({ apiKey: key }),
  services.xai({ apiKey: key }),
];

/** What is wrong with the conditions of a model's rates. */
function problems({ model, fields, limits, price }: ServiceModel): readonly string[] {
  const conditions = (price?.rates ?? []).flatMap(({ when }) => Object.entries(when));
  return conditions.flatMap(([name, value]) => {
    const field: { readonly enum?: readonly unknown[]; readonly type?: unknown } | undefined = fields?.properties[name];
    const text = String(value).toLowerCase();
    if (field !== undefined) {
      const values = field.enum ?? (field.type === 'boolean' ? [true, false] : undefined);
      return values?.some((one) => String(one).toLowerCase() === text) ? [] : [`${model}: ${name} is never ${String(value)}.`];
    }
    const { durations = [] } = limits ?? {};
    if (name === 'duration')
      return 'min' in durations || durations.some((one) => String(one) === text) ? [] : [`${model}: no ${text} seconds.`];
    return name === 'resolution' && !limits?.ignores?.includes('width') ? [] : [`${model}: nothing chooses ${name}.`];
  });
}

describe('prices of the services', () => {
  for (const { id, models } of all) {
    it(`of ${id} depend on what its models have`, () => {
      const priced = models.filter(({ price }) => price !== undefined);
      assert.ok(priced.length > 0, 'It declares no price.');
      assert.deepEqual(priced.flatMap(problems), []);
    });
  }
});

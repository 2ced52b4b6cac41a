// What a zod schema tells about itself as JSON Schema. A file of its own, so that a build takes this part of zod and no other.
import { toJSONSchema } from 'zod/mini';

import type { StandardSchema } from './standard-schema.js';

/** Throws for a schema with parts that JSON Schema has no words for. */
export function zodJsonSchema(schema: StandardSchema): unknown {
  // The vendor's word is the only proof there is that this is a zod schema.
  return toJSONSchema(schema as unknown as Parameters<typeof toJSONSchema>[0], { io: 'input', unrepresentable: 'any' });
}

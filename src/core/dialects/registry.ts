// The dialects known by id.
import { createRegistry } from '../registry.js';
import type { Dialect } from './dialect.js';
import { vendor } from './vendor.js';

export const dialects = createRegistry<Dialect>([vendor]);

// All properties that hold in Node.
import { markdownProperties } from './markdown.js';
import { realtimeProperties } from './realtime.js';
import { serverProperties } from './servers.js';
import { videoProperties } from './video.js';
import type { Property } from './property.js';

export const properties: readonly Property[] = [...realtimeProperties, ...videoProperties, ...serverProperties, ...markdownProperties];

// All that opening a launcher needs, asked for in one step.
import { loadTalkParts } from '../talk-parts.js';

export const loadOpenParts = (): Promise<unknown> => Promise.all([import('../define.js'), import('./launcher.js'), loadTalkParts()]);

// Scenes that bring their own sky or have none. Knows no words.
import type { Element, Place } from './scene-words.js';
import type { Painter, Setting } from './canvas.js';

export const interiors: Partial<Record<Place, (setting: Setting, elements: ReadonlySet<Element>) => readonly Painter[]>> = {};

// The scenes that bring their own sky or have none.
import { greenhouse } from './greenhouse.js';
import { ink } from './ink.js';
import { space } from './space.js';
import { underwater } from './underwater.js';
import type { Element, Place } from './scene-words.js';
import type { Painter, Setting } from './canvas.js';

export const interiors: Partial<Record<Place, (setting: Setting, elements: ReadonlySet<Element>) => readonly Painter[]>> = {
  greenhouse,
  ink,
  space,
  underwater,
};

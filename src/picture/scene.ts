// Puts a scene together: sky, place, creatures, weather.
import { createBalloons, createBirds, createLanterns } from './figures.js';
import { createFox } from './fox.js';
import { createParticles } from './particles.js';
import { createMist } from './mist.js';
import { createSky } from './sky.js';
import { interiors } from './interiors.js';
import { landscapes } from './landscapes.js';
import type { Element, Place, SceneWords } from './scene-words.js';
import type { Painter, Setting } from './canvas.js';
import type { ParticleKind } from './particles.js';

const particles: readonly (readonly [Element, ParticleKind])[] = [
  ['rain', 'rain'],
  ['snow', 'snow'],
  ['fireflies', 'fireflies'],
  ['petals', 'petals'],
  ['leaves', 'leaves'],
];

const walkable: ReadonlySet<Place> = new Set<Place>(['mountains', 'forest', 'desert', 'snowfield', 'meadow']);

/** Everything that is painted, back to front. */
export function paintersOf(setting: Setting, scene: SceneWords): readonly Painter[] {
  const { elements, place } = scene;
  const interior = interiors[place];
  const scenery =
    interior !== undefined
      ? interior(setting, elements)
      : [createSky(setting, elements), ...skyLife(setting, elements), ...(landscapes[place]?.(setting, elements) ?? [])];
  return [...scenery, ...nearLife(setting, scene)];
}

function skyLife(setting: Setting, elements: ReadonlySet<Element>): Painter[] {
  return [...(elements.has('balloons') ? [createBalloons(setting)] : []), ...(elements.has('birds') ? [createBirds(setting)] : [])];
}

function nearLife(setting: Setting, { elements, place }: SceneWords): Painter[] {
  const life: Painter[] = [];
  if (elements.has('fox') && walkable.has(place)) life.push(createFox(setting));
  if (elements.has('lanterns')) life.push(createLanterns(setting));
  if (elements.has('mist') && place !== 'space') life.push(createMist(setting, { at: 0.72, half: 0.28, density: 0.55 }, 'air'));
  for (const [element, kind] of particles) if (elements.has(element)) life.push(createParticles(setting, kind));
  if (place === 'underwater') life.push(createParticles(setting, 'bubbles'));
  if (place === 'forest' || place === 'greenhouse' || place === 'desert') life.push(createParticles(setting, 'dust'));
  return life;
}

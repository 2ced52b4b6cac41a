// The picture: equal for equal descriptions, different for each thing a description may say.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createPicture } from '../../../src/picture/picture.js';
import type { PictureDescription } from '../../../src/picture/picture.js';
import type { Pixels } from '../../../src/picture/stills.js';

const plain: PictureDescription = { prompt: 'a lake with birds at dawn', seed: 7, width: 96, height: 54, durationS: 4 };

function frame(change: Partial<PictureDescription> = {}, timeS = 1): Uint8ClampedArray {
  const description = { ...plain, ...change };
  const into = new Uint8ClampedArray(description.width * description.height * 4);
  createPicture(description).draw(timeS, into);
  return into;
}

/** Mean difference of two frames, of 255. */
function difference(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  assert.equal(one.length, other.length);
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length;
}

function flat(red: number, green: number, blue: number): Pixels {
  const data = new Uint8ClampedArray(20 * 10 * 4);
  for (let index = 0; index < data.length; index += 4) data.set([red, green, blue, 255], index);
  return { width: 20, height: 10, data };
}

const middle = (pixels: Uint8ClampedArray, width: number, height: number) => {
  const at = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4;
  return [...pixels.subarray(at, at + 3)];
};

const near = (actual: readonly number[], expected: readonly number[], by: number) =>
  actual.forEach((value, channel) =>
    assert.ok(Math.abs(value - (expected[channel] ?? 0)) <= by, `${String(actual)} is not ${String(expected)}`),
  );

describe('picture', () => {
  it('gives the same frame for the same description, whatever was drawn before', () => {
    const picture = createPicture(plain);
    const into = new Uint8ClampedArray(96 * 54 * 4);
    picture.draw(3, into);
    picture.draw(1, into);
    assert.deepEqual(into, frame());
  });

  it('gives another frame for another seed and another moment', () => {
    assert.ok(difference(frame(), frame({ seed: 8 })) > 3);
    assert.ok(difference(frame({}, 0), frame({}, 4)) > 0.5);
  });

  it('is opaque and uses a wide range of light in every place', () => {
    const places = [
      'mountain',
      'forest',
      'lake',
      'sea',
      'city',
      'desert',
      'snow',
      'meadow',
      'greenhouse',
      'underwater',
      'galaxy',
      'abstract',
    ];
    const frames = places.map((prompt) => frame({ prompt }));
    for (const [index, pixels] of frames.entries()) {
      const light = pixels.filter((_, at) => at % 4 === 1);
      assert.ok(Math.max(...light) - Math.min(...light) > 90, `${places[index]} is flat`);
      assert.ok(pixels.every((value, at) => at % 4 !== 3 || value === 255));
      for (const other of frames.slice(index + 1)) assert.ok(difference(pixels, other) > 4);
    }
  });

  it('reads places and hours in English and Chinese', () => {
    const scene = (prompt: string) => createPicture({ ...plain, prompt }).scene;
    assert.deepEqual([scene('a busy street at night').place, scene('a busy street at night').hour], ['city', 'night']);
    assert.deepEqual([scene('黎明的森林').place, scene('黎明的森林').hour], ['forest', 'dawn']);
    assert.deepEqual([scene('日落时的大海').place, scene('日落时的大海').hour], ['sea', 'golden']);
    assert.ok(scene('birds over the water').elements.has('birds'));
  });

  it('finds a place for words it does not know, the same for every seed', () => {
    const place = (seed: number) => createPicture({ ...plain, prompt: 'qwertz', seed }).scene.place;
    assert.deepEqual(new Set([1, 2, 3, 4, 5].map(place)).size, 1);
  });

  it('drops what the negative prompt names', () => {
    const scene = (negativePrompt: string) => createPicture({ ...plain, negativePrompt }).scene;
    assert.ok(!scene('birds, mist').elements.has('birds'));
    assert.notEqual(scene('dawn').hour, 'dawn');
    assert.notEqual(scene('lake, water').place, 'lake');
    assert.ok(difference(frame(), frame({ negativePrompt: 'clouds, mist' })) > 0.5);
  });

  it('shows movement, style, quality and caption', () => {
    assert.ok(difference(frame({ movement: 'small' }), frame({ movement: 'large' })) > 1);
    assert.deepEqual(frame({ movement: 'auto' }), frame({ movement: 'medium' }));
    for (const style of ['noir', 'vintage', 'watercolor', 'anime', 'pixel', 'neon'])
      assert.ok(difference(frame(), frame({ style })) > 1, style);
    assert.ok(difference(frame(), frame({ quality: 'draft' })) > 1);
    assert.ok(difference(frame(), frame({ quality: 'high' })) > 0.5);
    assert.ok(difference(frame(), frame({ caption: 'model #7' })) > 0.05);
    assert.deepEqual(frame({ negativePrompt: 'text' }), frame({ negativePrompt: 'text', caption: 'model #7' }));
  });

  it('moves further with a large movement than with a small one', () => {
    const moved = (movement: 'small' | 'large') => difference(frame({ movement }, 1), frame({ movement }, 1.5));
    assert.ok(moved('large') > moved('small'));
  });

  it('begins with the first image and ends with the last one', () => {
    const stills = [
      { pixels: flat(220, 40, 40), phase: 0 },
      { pixels: flat(40, 60, 220), phase: 1 },
    ];
    near(middle(frame({ stills }, 0), 96, 54), [224, 35, 35], 14);
    near(middle(frame({ stills }, 4), 96, 54), [30, 52, 224], 20);
    near(middle(frame({ stills }, 0.1), 96, 54), [224, 35, 35], 20);
    const between = middle(frame({ stills }, 2), 96, 54);
    assert.ok(Math.abs((between[0] ?? 0) - 220) + Math.abs((between[2] ?? 0) - 40) > 40);
  });

  it('draws odd and upright sizes', () => {
    for (const [width, height] of [
      [97, 55],
      [54, 96],
      [17, 16],
      [16, 200],
    ] as const)
      assert.equal(frame({ width, height }).length, width * height * 4);
  });
});

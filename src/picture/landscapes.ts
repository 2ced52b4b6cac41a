// The open-air scenes: which planes, waters and growths make mountains, a forest, a city and so on.
import { blend, rgb } from './color.js';
import { createBoat, createLighthouse } from './seafaring.js';
import { createGrass } from './meadow.js';
import { createMist, createShafts } from './mist.js';
import { createSkyline } from './skyline.js';
import { createWater } from './water.js';
import { paintRidge, ridgePainter, throughAir } from './ridge.js';
import { plantTrees } from './trees.js';
import { plantCabins } from './cabins.js';
import type { Element, Place } from './scene-words.js';
import type { Painter, Setting } from './canvas.js';
import type { RidgePlan } from './ridge.js';
import type { TreePlan } from './trees.js';

type Elements = ReadonlySet<Element>;
type Landscape = (setting: Setting, elements: Elements) => readonly Painter[];

const plane = (setting: Setting, plan: RidgePlan, label: string): Painter => ridgePainter(setting, paintRidge(setting, plan, label));

/** A plane with trees on it, in the air's color at its depth. */
function grove(
  setting: Setting,
  plan: RidgePlan,
  trees: Omit<TreePlan, 'color'> & { readonly color?: TreePlan['color'] },
  label: string,
  cabins = 0,
): Painter {
  const ridge = paintRidge(setting, plan, label, trees.size[1] * 1.15);
  if (cabins > 0) plantCabins(setting, ridge, cabins, label);
  plantTrees(setting, ridge, { ...trees, color: throughAir(setting, trees.color ?? plan.color, plan.depth, plan.haze ?? 1) }, label);
  return ridgePainter(setting, ridge);
}

const leaf = (setting: Setting) => blend(setting.palette.near, rgb('#3f7a3a'), setting.palette.hour === 'night' ? 0.1 : 0.42);
const pine = (setting: Setting) => blend(setting.palette.near, rgb('#1f4d3a'), setting.palette.hour === 'night' ? 0.15 : 0.45);
const autumn = (setting: Setting) => blend(setting.palette.near, rgb('#c8692a'), 0.62);

const mountains: Landscape = (setting, elements) => {
  const { palette } = setting;
  const rock = blend(palette.near, palette.far, 0.35);
  return [
    plane(setting, { shape: 'peaks', depth: 0.95, base: 0.62, rise: 0.34, color: rock, snowFrom: 0.36, until: 0.74 }, 'far'),
    createMist(setting, { at: 0.58, half: 0.1, density: 0.8 }, 'far'),
    plane(setting, { shape: 'peaks', depth: 0.68, base: 0.72, rise: 0.3, color: rock, snowFrom: 0.52, until: 0.82 }, 'middle'),
    createMist(setting, { at: 0.69, half: 0.1, density: 0.75 }, 'middle'),
    grove(
      setting,
      { shape: 'hills', depth: 0.42, base: 0.8, rise: 0.13, color: pine(setting), until: elements.has('water') ? 0.81 : 1 },
      { kind: 'conifer', density: 70, size: [0.025, 0.05], spread: 0.05 },
      'hills',
      elements.has('cabin') ? 3 : 0,
    ),
    ...(elements.has('water')
      ? [createWater(setting, { edge: 0.81, rough: 0.1 })]
      : [createMist(setting, { at: 0.83, half: 0.08, density: 0.4 }, 'near')]),
    grove(
      setting,
      { shape: 'hills', depth: 0.05, base: 0.985, rise: 0.13, color: pine(setting) },
      { kind: 'conifer', density: 17, size: [0.1, 0.28], spread: 0.07 },
      'front',
    ),
  ];
};

const forest: Landscape = (setting, elements) => {
  const isAutumn = elements.has('leaves');
  const kind = isAutumn || elements.has('petals') ? 'round' : 'conifer';
  const color = isAutumn
    ? autumn(setting)
    : elements.has('petals')
      ? blend(setting.palette.near, rgb('#f59ab8'), setting.palette.hour === 'night' ? 0.4 : 0.82)
      : pine(setting);
  const row = (depth: number, base: number, size: readonly [number, number], density: number, label: string) =>
    grove(setting, { shape: 'hills', depth, base, rise: 0.08, color: pine(setting) }, { kind, density, size, spread: 0.04, color }, label);
  return [
    plane(setting, { shape: 'hills', depth: 0.97, base: 0.56, rise: 0.14, color: pine(setting) }, 'far'),
    row(0.8, 0.63, [0.1, 0.22], 44, 'fourth'),
    createMist(setting, { at: 0.6, half: 0.12, density: 0.8 }, 'far'),
    row(0.58, 0.7, [0.18, 0.36], 26, 'third'),
    createMist(setting, { at: 0.7, half: 0.12, density: 0.6 }, 'middle'),
    row(0.32, 0.81, [0.28, 0.54], 13, 'second'),
    ...(elements.has('water') ? [createWater(setting, { edge: 0.82, rough: 0.12 })] : []),
    createShafts(setting, { strength: setting.palette.hour === 'night' ? 0.3 : 0.95 }),
    createMist(setting, { at: 0.84, half: 0.1, density: 0.4 }, 'near'),
    row(0.02, 1.05, [0.6, 1.1], 2.6, 'first'),
    createGrass(setting, { size: 0.13, density: 150, color: leaf(setting) }, 'floor'),
  ];
};

const lake: Landscape = (setting, elements) => {
  const rock = blend(setting.palette.near, setting.palette.far, 0.35);
  return [
    plane(setting, { shape: 'peaks', depth: 0.93, base: 0.55, rise: 0.32, color: rock, snowFrom: 0.4, until: 0.62 }, 'far'),
    createMist(setting, { at: 0.52, half: 0.08, density: 0.7 }, 'far'),
    plane(setting, { shape: 'hills', depth: 0.66, base: 0.58, rise: 0.12, color: pine(setting), until: 0.62 }, 'middle'),
    grove(
      setting,
      { shape: 'hills', depth: 0.4, base: 0.605, rise: 0.06, color: pine(setting), until: 0.62 },
      {
        kind: elements.has('leaves') ? 'round' : 'conifer',
        density: 60,
        size: [0.04, 0.1],
        color: elements.has('leaves') ? autumn(setting) : pine(setting),
      },
      'shore',
      elements.has('cabin') ? 2 : 0,
    ),
    ...(elements.has('boat') ? [createBoat(setting, 0.612)] : []),
    createWater(setting, { edge: 0.61, rough: 0.12 }),
    createMist(setting, { at: 0.62, half: 0.06, density: elements.has('mist') ? 0.85 : 0.25 }, 'water'),
    createGrass(setting, { size: 0.2, density: 46, color: leaf(setting), flowers: elements.has('flowers') }, 'reeds'),
  ];
};

const sea: Landscape = (setting, elements) => {
  const land = blend(setting.palette.near, setting.palette.far, 0.3);
  return [
    plane(setting, { shape: 'hills', depth: 0.94, base: 0.565, rise: 0.07, color: land, haze: 1.05 }, 'islands'),
    ...(elements.has('lighthouse') ? [createLighthouse(setting, 0.562)] : []),
    ...(elements.has('boat') ? [createBoat(setting, 0.563)] : []),
    createWater(setting, { edge: 0.56, rough: 0.75, depth: 0.85 }),
  ];
};

const city: Landscape = (setting, elements) => [
  createSkyline(setting, { depth: 0.85, base: 0.68, size: [0.12, 0.42] }, 'far'),
  createMist(setting, { at: 0.6, half: 0.14, density: 0.45 }, 'far'),
  createSkyline(setting, { depth: 0.55, base: 0.7, size: [0.1, 0.36] }, 'middle'),
  createMist(setting, { at: 0.68, half: 0.1, density: 0.35 }, 'middle'),
  createSkyline(
    setting,
    { depth: 0.3, base: elements.has('water') ? 0.715 : 0.9, size: elements.has('water') ? [0.04, 0.16] : [0.12, 0.42] },
    'near',
  ),
  ...(elements.has('water') || elements.has('rain')
    ? [createWater(setting, { edge: elements.has('water') ? 0.72 : 0.93, rough: 0.22, depth: 0.4 })]
    : []),
];

const desert: Landscape = (setting) => {
  const sand = (share: number) => blend(rgb('#e39a4e'), setting.palette.near, share);
  return [
    plane(setting, { shape: 'mesa', depth: 0.96, base: 0.6, rise: 0.14, color: sand(0.35), haze: 0.72, until: 0.68 }, 'tables'),
    plane(setting, { shape: 'dunes', depth: 0.8, base: 0.66, rise: 0.1, color: sand(0.06), haze: 0.6, until: 0.8 }, 'far'),
    createMist(setting, { at: 0.64, half: 0.07, density: 0.5 }, 'dust'),
    plane(setting, { shape: 'dunes', depth: 0.5, base: 0.78, rise: 0.15, color: sand(0.12), haze: 0.5, until: 0.94 }, 'middle'),
    plane(setting, { shape: 'dunes', depth: 0.25, base: 0.92, rise: 0.17, color: sand(0.24), haze: 0.45 }, 'near'),
    plane(setting, { shape: 'dunes', depth: 0.04, base: 1.1, rise: 0.2, color: sand(0.45) }, 'front'),
  ];
};

const snowfield: Landscape = (setting, elements) => {
  const white = blend(setting.palette.cloud, rgb('#e8f0ff'), 0.5);
  return [
    plane(
      setting,
      { shape: 'peaks', depth: 0.93, base: 0.58, rise: 0.3, color: blend(setting.palette.near, setting.palette.far, 0.4), snowFrom: 0.12 },
      'far',
    ),
    createMist(setting, { at: 0.56, half: 0.1, density: 0.7 }, 'far'),
    grove(
      setting,
      { shape: 'hills', depth: 0.62, base: 0.68, rise: 0.1, color: white, haze: 0.7 },
      { kind: 'conifer', density: 40, size: [0.04, 0.09], spread: 0.05, color: pine(setting), snow: 0.45 },
      'middle',
      elements.has('cabin') ? 1 : 0,
    ),
    grove(
      setting,
      { shape: 'hills', depth: 0.34, base: 0.8, rise: 0.1, color: white, haze: 0.6 },
      { kind: 'conifer', density: 11, size: [0.12, 0.24], spread: 0.05, color: pine(setting), snow: 0.6 },
      'near',
      elements.has('cabin') ? 2 : 0,
    ),
    createMist(setting, { at: 0.82, half: 0.08, density: 0.4 }, 'near'),
    grove(
      setting,
      { shape: 'hills', depth: 0.05, base: 0.99, rise: 0.11, color: white, haze: 0.5 },
      { kind: 'conifer', density: 2.4, size: [0.3, 0.55], spread: 0.02, color: pine(setting), snow: 0.7 },
      'front',
    ),
  ];
};

const meadow: Landscape = (setting, elements) => {
  const grass = leaf(setting);
  const light = blend(grass, rgb('#9fbf55'), setting.palette.hour === 'night' ? 0.08 : 0.4);
  return [
    plane(setting, { shape: 'hills', depth: 0.95, base: 0.6, rise: 0.16, color: pine(setting) }, 'far'),
    grove(
      setting,
      { shape: 'hills', depth: 0.7, base: 0.67, rise: 0.1, color: light, haze: 0.8 },
      { kind: 'round', density: 22, size: [0.025, 0.06], spread: 0.07, color: grass },
      'middle',
      elements.has('cabin') ? 4 : 0,
    ),
    createMist(setting, { at: 0.66, half: 0.08, density: elements.has('mist') ? 0.8 : 0.3 }, 'middle'),
    grove(
      setting,
      { shape: 'hills', depth: 0.4, base: 0.79, rise: 0.12, color: light, haze: 0.7 },
      { kind: 'round', density: 3.2, size: [0.12, 0.26], color: grass },
      'near',
      elements.has('cabin') ? 2 : 0,
    ),
    plane(setting, { shape: 'hills', depth: 0.1, base: 0.99, rise: 0.13, color: blend(light, grass, 0.5), haze: 0.6 }, 'front'),
    createGrass(
      setting,
      { size: 0.16, density: 110, color: blend(grass, light, 0.4), depth: 0.1, base: 0.99, flowers: elements.has('flowers') },
      'back',
    ),
    createGrass(setting, { size: 0.24, density: 150, color: grass, flowers: elements.has('flowers') }, 'front'),
  ];
};

export const landscapes: Partial<Record<Place, Landscape>> = {
  mountains,
  forest,
  lake,
  sea,
  city,
  desert,
  snowfield,
  meadow,
};

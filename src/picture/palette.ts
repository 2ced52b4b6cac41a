// The colors of each hour of the day.
import { blend, hueTurned, rgb } from './color.js';
import type { Rgb } from './color.js';
import type { Random } from './random.js';

export type Hour = 'dawn' | 'day' | 'golden' | 'dusk' | 'night' | 'overcast';

export interface Palette {
  readonly hour: Hour;
  /** From the zenith down to the horizon. */
  readonly sky: readonly [Rgb, Rgb, Rgb, Rgb];
  /** Color of sunlight or moonlight. */
  readonly light: Rgb;
  readonly disc: Rgb;
  /** Land far away and close by. */
  readonly far: Rgb;
  readonly near: Rgb;
  readonly mist: Rgb;
  readonly water: Rgb;
  readonly cloud: Rgb;
  readonly shade: Rgb;
  /** Flowers, lanterns, sails: the one warm or odd spot. */
  readonly accent: Rgb;
}

const hex = (sky: [string, string, string, string], rest: Record<Exclude<keyof Palette, 'sky' | 'hour'>, string>, hour: Hour): Palette => ({
  hour,
  sky: [rgb(sky[0]), rgb(sky[1]), rgb(sky[2]), rgb(sky[3])],
  light: rgb(rest.light),
  disc: rgb(rest.disc),
  far: rgb(rest.far),
  near: rgb(rest.near),
  mist: rgb(rest.mist),
  water: rgb(rest.water),
  cloud: rgb(rest.cloud),
  shade: rgb(rest.shade),
  accent: rgb(rest.accent),
});

const hours: Record<Hour, Palette> = {
  dawn: hex(
    ['#4d5f9c', '#9a8fb8', '#eeb0a6', '#ffdfb3'],
    {
      light: '#ffcf96',
      disc: '#fff3da',
      far: '#b79fb8',
      near: '#2b2d4c',
      mist: '#f6cfbf',
      water: '#8088b4',
      cloud: '#ffd9cb',
      shade: '#8d82ad',
      accent: '#ff8f6b',
    },
    'dawn',
  ),
  day: hex(
    ['#2a6fbd', '#5fa3dd', '#a4d0ee', '#e2f1f6'],
    {
      light: '#fff3d2',
      disc: '#fffdf3',
      far: '#93b8d2',
      near: '#1d4638',
      mist: '#dfeef4',
      water: '#3a7fae',
      cloud: '#ffffff',
      shade: '#9db8d3',
      accent: '#f25c54',
    },
    'day',
  ),
  golden: hex(
    ['#35508d', '#a0768f', '#f0935d', '#ffd888'],
    {
      light: '#ffbf5e',
      disc: '#fff2c4',
      far: '#d4937a',
      near: '#332033',
      mist: '#ffc78f',
      water: '#a9705f',
      cloud: '#ffcd97',
      shade: '#8b6585',
      accent: '#ffe08a',
    },
    'golden',
  ),
  dusk: hex(
    ['#191d48', '#463c7c', '#a8618f', '#f39a7d'],
    {
      light: '#ff9879',
      disc: '#ffd9bb',
      far: '#7b5f95',
      near: '#14142c',
      mist: '#b783a2',
      water: '#4a4579',
      cloud: '#e58f95',
      shade: '#4c417a',
      accent: '#ffb86b',
    },
    'dusk',
  ),
  night: hex(
    ['#060a1d', '#0d1a3c', '#1b3560', '#36598a'],
    {
      light: '#9dbcf5',
      disc: '#f6f4e4',
      far: '#2a4470',
      near: '#050914',
      mist: '#3e5f92',
      water: '#12264b',
      cloud: '#56719f',
      shade: '#142447',
      accent: '#ffc46b',
    },
    'night',
  ),
  overcast: hex(
    ['#47525f', '#6b7784', '#969fa7', '#c2c6c6'],
    {
      light: '#e9e6da',
      disc: '#f3f1e8',
      far: '#8a969d',
      near: '#202a2c',
      mist: '#c9cfcf',
      water: '#56666f',
      cloud: '#c3c9cc',
      shade: '#59646f',
      accent: '#e0a458',
    },
    'overcast',
  ),
};

/** The hour's palette, its hues turned a little by `random`. */
export function createPalette(hour: Hour, random: Random): Palette {
  const degrees = random.between(-9, 9);
  return mapped(hours[hour], (color) => hueTurned(color, degrees));
}

/** The palette leaning toward another color, e.g. that of an input image or of a word in the prompt. */
export const leaning = (palette: Palette, toward: Rgb, amount: number): Palette => mapped(palette, (color) => blend(color, toward, amount));

export function mapped(palette: Palette, change: (color: Rgb) => Rgb): Palette {
  const [top, upper, lower, low] = palette.sky;
  return {
    hour: palette.hour,
    sky: [change(top), change(upper), change(lower), change(low)],
    light: change(palette.light),
    disc: change(palette.disc),
    far: change(palette.far),
    near: change(palette.near),
    mist: change(palette.mist),
    water: change(palette.water),
    cloud: change(palette.cloud),
    shade: change(palette.shade),
    accent: change(palette.accent),
  };
}

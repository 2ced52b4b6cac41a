// A picture from a prompt: one frame for any moment of a video, equal for equal descriptions.
import { createCaption } from './caption.js';
import { createCanvas } from './canvas.js';
import { createGrader, createLook } from './grade.js';
import { createPalette, leaning } from './palette.js';
import { createRandom } from './random.js';
import { createStills, meanColor } from './stills.js';
import { createTexture } from './noise.js';
import { paintersOf } from './scene.js';
import { readScene } from './scene-words.js';
import type { Moment, Setting } from './canvas.js';
import type { Palette } from './palette.js';
import type { SceneWords } from './scene-words.js';
import type { Still } from './stills.js';

export type Movement = 'auto' | 'small' | 'medium' | 'large';

export interface PictureDescription {
  readonly prompt: string;
  readonly seed: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Seconds. */
  readonly durationS: number;
  /** What must not be seen. */
  readonly negativePrompt?: string | undefined;
  /** How far the camera goes and how lively things move. */
  readonly movement?: Movement | undefined;
  /** Words such as `noir`, `watercolor`, `anime`, `vintage`. */
  readonly style?: string | undefined;
  /** Words such as `draft` or `high`. */
  readonly quality?: string | undefined;
  /** Images the video shows whole, each at its moment. */
  readonly stills?: readonly Still[] | undefined;
  /** Small print in a corner. */
  readonly caption?: string | undefined;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** What was read out of the prompt. */
  readonly scene: SceneWords;
  /** Writes the frame at `timeS` seconds as RGBA, `width * height * 4` bytes. */
  draw(timeS: number, into: Uint8ClampedArray): void;
}

const motions: Record<Movement, number> = { auto: 1, medium: 1, small: 0.35, large: 2.1 };

export function createPicture(description: PictureDescription): Picture {
  const { width, height, durationS } = description;
  const scene = readScene(description.prompt, description.negativePrompt ?? '', createRandom(description.seed, 'scene'));
  const setting = createSetting(description, scene);
  const canvas = createCanvas(width, height);
  const paint = paintersOf(setting, scene);
  const stills = createStills(setting, description.stills ?? []);
  const grade = createGrader(setting, createLook(description.style, description.quality));
  const caption = scene.elements.has('caption') ? createCaption(setting, description.caption ?? '') : undefined;
  return {
    width,
    height,
    scene,
    draw(timeS, into) {
      const phase = durationS > 0 ? Math.min(1, timeS / durationS) : 0;
      const moment: Moment = { timeS, phase, pan: -Math.cos(phase * Math.PI) * setting.reach };
      for (const painter of paint) painter(canvas, moment);
      stills(canvas, phase);
      caption?.(canvas, moment);
      grade(canvas, Math.round(timeS * 1000), into);
    },
  };
}

function createSetting(description: PictureDescription, scene: SceneWords): Setting {
  const { seed, width, height, durationS } = description;
  const random = (label: string) => createRandom(seed, label);
  const unit = Math.min(height, width * 0.8);
  const motion = motions[description.movement ?? 'auto'];
  const place = random('light');
  const lightX = place.chance(0.5) ? place.between(0.18, 0.42) : place.between(0.58, 0.82);
  const horizon = height * 0.6;
  const low = scene.hour === 'dawn' || scene.hour === 'golden' || scene.hour === 'dusk';
  return {
    width,
    height,
    unit,
    motion,
    random,
    palette: createScenePalette(description, scene),
    reach: unit * Math.min(0.16, 0.022 * durationS) * motion,
    light: { x: Math.round(width * lightX), y: Math.round(low ? horizon * place.between(0.66, 0.8) : height * place.between(0.13, 0.24)) },
    horizon,
    soft: createTexture(random('soft'), 256, 8, 5),
    ridged: createTexture(random('ridged'), 256, 8, 5, true),
  };
}

/** The hour's colors, leaning toward a color the prompt names and toward the input image. */
function createScenePalette({ seed, stills }: PictureDescription, { hour, tint }: SceneWords): Palette {
  const plain = createPalette(hour, createRandom(seed, 'palette'));
  const named = tint === undefined ? plain : { ...leaning(plain, tint, 0.16), accent: tint };
  const first = stills?.[0];
  return first === undefined ? named : leaning(named, meanColor(first.pixels), 0.3);
}

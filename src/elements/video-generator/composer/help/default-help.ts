// The presets and templates that come with the library. Models read English best, so what is written is English; only labels are translated.
import type { VideoHelpWords } from './help-words.js';
import type { ListOrChange, PromptPreset, PromptPresetGroup, PromptTemplate } from './prompt-help.js';

export const defaultPresets = (words: VideoHelpWords): readonly PromptPresetGroup[] => [
  {
    title: words.style,
    presets: [
      { label: words.cinematic, text: 'cinematic, 35mm film grain' },
      { label: words.documentary, text: 'natural documentary look' },
      { label: words.anime, text: 'hand-drawn anime style' },
      { label: words.watercolor, text: 'watercolor painting' },
      { label: words.clay, text: 'stop-motion clay animation' },
      { label: words.animation3d, text: '3D animation with soft shading' },
      { label: words.noir, text: 'black-and-white film noir' },
    ],
  },
  {
    title: words.camera,
    presets: [
      { label: words.still, text: 'static shot' },
      { label: words.dollyIn, text: 'slow dolly in' },
      { label: words.dollyOut, text: 'slow dolly out' },
      { label: words.pan, text: 'slow pan' },
      { label: words.orbit, text: 'camera orbits the subject' },
      { label: words.tracking, text: 'tracking shot alongside the subject' },
      { label: words.aerial, text: 'aerial drone shot' },
      { label: words.handheld, text: 'handheld camera' },
    ],
  },
  {
    title: words.light,
    presets: [
      { label: words.goldenHour, text: 'golden hour light' },
      { label: words.overcast, text: 'soft overcast light' },
      { label: words.hardSun, text: 'hard midday sun' },
      { label: words.backlight, text: 'backlit, rim light' },
      { label: words.studio, text: 'soft studio lighting' },
      { label: words.neon, text: 'neon lights at night' },
      { label: words.moonlight, text: 'moonlight' },
    ],
  },
];

export const defaultTemplates = (words: VideoHelpWords): readonly PromptTemplate[] => [
  {
    label: words.productShot,
    text: 'Close-up of [product] on [surface], camera orbits slowly, soft studio lighting, shallow depth of field',
  },
  { label: words.portrait, text: '[person] in [place] looks into the camera and [action], medium close-up, natural window light' },
  { label: words.landscape, text: 'Wide aerial shot of [landscape] at [time of day], slow forward movement, [weather]' },
  { label: words.action, text: '[subject] [action] through [place], tracking shot alongside, motion blur, [mood] mood' },
];

export const defaultExclusions = (words: VideoHelpWords): readonly PromptPreset[] => [
  { label: words.noText, text: 'text, watermark, logo' },
  { label: words.noBlur, text: 'blur, low quality' },
  { label: words.noFlicker, text: 'flicker, jitter' },
  { label: words.noDistortion, text: 'distorted hands, distorted faces' },
  { label: words.noPeople, text: 'people' },
];

/** The page's list, or the default one, changed by the page where it says how. */
export const listOf = <Item>(given: ListOrChange<Item> | undefined, defaults: readonly Item[]): readonly Item[] =>
  typeof given === 'function' ? given(defaults) : (given ?? defaults);

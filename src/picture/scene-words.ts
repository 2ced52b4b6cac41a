// Reads a scene out of a prompt, in English and Chinese.
import { hashText } from './random.js';
import { rgb } from './color.js';
import type { Rgb } from './color.js';
import type { Random } from './random.js';
import type { Hour } from './palette.js';

export type Place =
  | 'mountains'
  | 'forest'
  | 'lake'
  | 'sea'
  | 'city'
  | 'desert'
  | 'snowfield'
  | 'meadow'
  | 'greenhouse'
  | 'underwater'
  | 'space'
  | 'ink';

export type Element =
  | 'rain'
  | 'snow'
  | 'mist'
  | 'clouds'
  | 'stars'
  | 'aurora'
  | 'moon'
  | 'sun'
  | 'water'
  | 'birds'
  | 'boat'
  | 'lighthouse'
  | 'balloons'
  | 'cabin'
  | 'lanterns'
  | 'fireflies'
  | 'petals'
  | 'leaves'
  | 'flowers'
  | 'fish'
  | 'fox'
  | 'caption';

export interface SceneWords {
  readonly place: Place;
  readonly hour: Hour;
  readonly elements: ReadonlySet<Element>;
  /** A color the prompt names. */
  readonly tint: Rgb | undefined;
}

/** English words (their plurals too) and Chinese ones. */
function words(english: string, chinese: string): RegExp {
  return new RegExp(`\\b(?:${english.replaceAll(' ', '|')})(?:s|es)?\\b|${chinese.replaceAll(' ', '|')}`, 'i');
}

const places: readonly (readonly [Place, RegExp])[] = [
  ['ink', words('abstract kaleidoscope marbled', '抽象 水墨')],
  ['underwater', words('underwater undersea reef coral seabed aquarium jellyfish submarine', '水下 海底 珊瑚 水母 鱼群')],
  ['space', words('space galaxy nebula planet cosmos cosmic orbit universe astronaut comet', '太空 宇宙 星系 银河 星云 行星')],
  ['greenhouse', words('greenhouse glasshouse conservatory orangery botanical', '温室 花房 植物园')],
  [
    'city',
    words(
      'city street skyline skyscraper town downtown urban tokyo york shanghai building neon metropolis',
      '城市 街道 街 都市 高楼 霓虹 上海 北京',
    ),
  ],
  ['desert', words('desert dune sahara canyon sand camel mesa mars', '沙漠 沙丘 戈壁 峡谷')],
  ['sea', words('sea ocean wave beach coast harbour harbor shore island sail lighthouse surf', '海 大海 海洋 海浪 沙滩 海岸 岛')],
  ['lake', words('lake river pond water creek stream bay fjord reflection', '湖 河 江 池塘 溪 水面 倒影')],
  ['forest', words('forest wood woodland jungle pine tree grove', '森林 树林 丛林 松林 竹林 树')],
  ['snowfield', words('snow snowy winter glacier arctic antarctic ice icy', '雪 雪地 冬天 冬季 冰川 冰')],
  [
    'meadow',
    words(
      'meadow field grass grassland prairie farm garden flower hill spring village countryside lavender',
      '草原 草地 田野 花园 花 山坡 春天 村庄 乡村',
    ),
  ],
  ['mountains', words('mountain peak alps cliff valley summit ridge highland', '山 山脉 山峰 山谷 悬崖')],
  [
    'ink',
    words(
      'abstract ink paint painting fluid dream music marble color colour texture pattern smoke silk liquid',
      '墨 梦 音乐 颜料 烟雾 丝绸',
    ),
  ],
];

const hours: readonly (readonly [Hour, RegExp])[] = [
  ['night', words('night midnight nocturnal moonlit moonlight starry star moon aurora firefly', '夜 夜晚 午夜 星空 月光 月亮 极光 萤火虫')],
  ['dawn', words('dawn sunrise morning daybreak first-light', '黎明 日出 清晨 早晨 拂晓 晨')],
  ['golden', words('sunset golden evening autumn fall amber warm', '日落 夕阳 黄昏 傍晚 金色 秋')],
  ['dusk', words('dusk twilight purple violet neon cyberpunk', '暮色 薄暮 紫色 赛博朋克')],
  ['overcast', words('storm stormy rain rainy overcast cloudy grey gray gloomy thunder drizzle', '暴风雨 雨 阴天 灰色 雷')],
  ['day', words('day noon midday sunny afternoon bright summer blue', '白天 中午 阳光 晴 下午 夏')],
];

const elements: readonly (readonly [Element, RegExp])[] = [
  ['rain', words('rain rainy drizzle storm stormy downpour shower', '雨 暴雨')],
  ['snow', words('snow snowy snowing snowfall snowflake blizzard', '雪 下雪 飘雪')],
  ['mist', words('mist misty fog foggy haze hazy', '雾 薄雾 烟雨')],
  ['clouds', words('cloud cloudy overcast storm stormy', '云 多云')],
  ['stars', words('star starry galaxy constellation milky', '星 星空 银河')],
  ['aurora', words('aurora northern-lights borealis', '极光')],
  ['moon', words('moon moonlit moonlight lunar', '月 月亮 月光')],
  ['sun', words('sun sunrise sunset sunny sunlight', '太阳 日出 日落 夕阳 阳光')],
  ['water', words('lake river water sea ocean pond harbour harbor bay canal reflection', '湖 河 江 水 海')],
  ['birds', words('bird gull seagull crane goose geese swallow heron flock raven crow eagle', '鸟 海鸥 鹤 雁 燕子 鹰')],
  ['boat', words('boat ship sail sailboat sailing canoe yacht fisherman', '船 帆 舟 渔船')],
  ['lighthouse', words('lighthouse beacon', '灯塔')],
  ['balloons', words('balloon', '气球 热气球')],
  ['cabin', words('cabin house cottage hut home village farm barn', '小屋 房子 木屋 村庄 家')],
  ['lanterns', words('lantern lamp candle festival', '灯笼 孔明灯 蜡烛 灯')],
  ['fireflies', words('firefly fireflies glowworm magic magical fairy', '萤火虫 魔法')],
  ['petals', words('petal cherry sakura blossom blossoming rose', '花瓣 樱花 桃花')],
  ['leaves', words('leaf leaves autumn fall foliage maple', '叶 落叶 秋 枫')],
  ['flowers', words('flower flowers wildflower tulip lavender poppy sunflower garden bloom', '花 花海 郁金香 薰衣草 向日葵')],
  ['fish', words('fish whale shark dolphin turtle', '鱼 鲸 海豚 海龟')],
  ['fox', words('fox foxes dog puppy wolf wolves', '狐狸 狗 小狗 狼')],
  ['caption', words('text caption watermark logo letter writing', '文字 字幕 水印')],
];

const tints: readonly (readonly [Rgb, RegExp])[] = [
  [rgb('#c8344a'), words('red crimson scarlet', '红')],
  [rgb('#2f6fd0'), words('blue azure cobalt', '蓝')],
  [rgb('#2f9e6a'), words('green emerald jade', '绿')],
  [rgb('#f0c244'), words('yellow gold', '黄')],
  [rgb('#8a4fd0'), words('purple violet lavender', '紫')],
  [rgb('#f08ab4'), words('pink rose', '粉')],
  [rgb('#22b3b0'), words('teal turquoise cyan', '青')],
  [rgb('#ef8a3c'), words('orange amber', '橙')],
];

const usualHours: Record<Place, readonly [Hour, ...Hour[]]> = {
  mountains: ['dawn', 'golden', 'dusk', 'day'],
  forest: ['dawn', 'golden', 'day'],
  lake: ['dawn', 'golden', 'dusk', 'day'],
  sea: ['golden', 'day', 'dusk', 'dawn'],
  city: ['dusk', 'night', 'golden'],
  desert: ['golden', 'dawn', 'dusk'],
  snowfield: ['dawn', 'day', 'dusk'],
  meadow: ['day', 'golden', 'dawn'],
  greenhouse: ['day', 'golden', 'dawn'],
  underwater: ['day', 'dusk', 'night'],
  space: ['night'],
  ink: ['dawn', 'golden', 'dusk', 'day', 'night'],
};

const landscapes: readonly [Place, ...Place[]] = ['mountains', 'lake', 'sea', 'meadow', 'forest', 'desert'];

/** What the prompt names, less what the negative prompt names; `random` decides what both leave open. */
export function readScene(prompt: string, negativePrompt: string, random: Random): SceneWords {
  const allowed = <T>(list: readonly (readonly [T, RegExp])[]) => list.filter(([, pattern]) => !pattern.test(negativePrompt));
  const place = placeOf(prompt, allowed(places));
  const hour = hourOf(prompt, place, allowed(hours), random);
  const found = allowed(elements).flatMap(([element, pattern]) => (pattern.test(prompt) ? [element] : []));
  const present = new Set<Element>([...found, ...companions(place, hour, random), 'caption']);
  for (const [element, pattern] of elements) if (pattern.test(negativePrompt)) present.delete(element);
  return { place, hour, elements: present, tint: allowed(tints).find(([, pattern]) => pattern.test(prompt))?.[0] };
}

function placeOf(prompt: string, allowed: readonly (readonly [Place, RegExp])[]): Place {
  const named = allowed.find(([, pattern]) => pattern.test(prompt))?.[0];
  if (named !== undefined) return named;
  const open = landscapes.filter((place) => allowed.some(([name]) => name === place));
  // The prompt's words decide, not the seed: the same prompt stays in the same place.
  return open[hashText(prompt.toLowerCase()) % Math.max(1, open.length)] ?? 'ink';
}

function hourOf(prompt: string, place: Place, allowed: readonly (readonly [Hour, RegExp])[], random: Random): Hour {
  const named = allowed.find(([, pattern]) => pattern.test(prompt))?.[0];
  if (named !== undefined) return named;
  const usual = usualHours[place].filter((hour) => allowed.some(([name]) => name === hour));
  return usual[random.integer(0, Math.max(0, usual.length - 1))] ?? usualHours[place][0];
}

/** What is there without being named. */
function companions(place: Place, hour: Hour, random: Random): Element[] {
  const added: Element[] = [];
  if (hour === 'night') added.push('stars', 'moon');
  else if (hour !== 'overcast') added.push('sun');
  if (place === 'lake' || place === 'sea' || (place === 'city' && random.chance(0.7))) added.push('water');
  if (place === 'mountains' || place === 'forest' || place === 'lake') added.push('mist');
  if (hour !== 'night' || random.chance(0.4)) added.push('clouds');
  if (hour !== 'night' && random.chance(0.55)) added.push('birds');
  if (place === 'underwater') added.push('fish');
  if (place === 'sea' && random.chance(0.5)) added.push('boat');
  if (place === 'meadow' && random.chance(0.6)) added.push('flowers');
  return added;
}

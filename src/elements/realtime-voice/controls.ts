// What the owner of a page lets its visitors use.
import { isLauncher } from './launcher/is-launcher.js';

/**
 * `microphone`: the round button. `text`: the text field. `transcript`, `captions`: the whole conversation, or its newest line. `volume`: of the
 * answers. `menu`: "More".
 * `picture-in-picture`: a small window above everything else, in "More". `gauges`: the measurements. `inspector`: as the attribute. `settings`: the sheet, with those of its parts that are
 * named too: `devices`, `voice` (and model), `instructions`, `turns`, `temperature` and `limits` (the longest answer).
 */
export type Control =
  | 'microphone'
  | 'text'
  | 'transcript'
  | 'captions'
  | 'volume'
  | 'menu'
  | 'picture-in-picture'
  | 'gauges'
  | 'inspector'
  | 'settings'
  | SettingsPart;

type SettingsPart = 'devices' | 'voice' | 'instructions' | 'turns' | 'temperature' | 'limits';

export interface Offering {
  readonly controls: string | undefined;
  readonly launcher: string | boolean | undefined;
  readonly inspector: boolean;
}

/** Visitors of any site may open a launcher: what changes the agent itself is there only where its owner says so. */
const ownersOnly: readonly Control[] = ['instructions', 'temperature', 'limits'];
const settingsParts: readonly Control[] = ['devices', 'voice', 'turns', ...ownersOnly];

export function isOffered({ controls, launcher, inspector }: Offering, control: Control): boolean {
  const named = controls?.split(/[\s,]+/).filter((name) => name !== '');
  if (control === 'inspector') return inspector || named?.includes(control) === true;
  const isDefault = control !== 'captions' && !(isLauncher(launcher) && ownersOnly.includes(control));
  if (named === undefined) return isDefault;
  // `settings` without any of its parts is the sheet as it is by default.
  const whole = named.includes('settings') && settingsParts.includes(control) && !settingsParts.some((part) => named.includes(part));
  return named.includes(control) || (whole && !ownersOnly.includes(control));
}

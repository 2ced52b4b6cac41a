// The words of a launcher, chosen like the others. Loaded with it.
import { createWordBook } from '../../shared/strings.js';
import { launcherEnglish, type LauncherWords } from '../../shared/strings.voice-launcher.en.js';

export type { LauncherWords };

export const launcherWords = /* @__PURE__ */ createWordBook<LauncherWords>('voiceLauncher', launcherEnglish);

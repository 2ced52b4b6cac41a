// How a visitor gives a microphone back to a page after it was denied: each browser has its own place for that.
import type { ConversationWords } from './conversation-words.js';

/** By the words that only that browser has in its name; the first that fits. */
const browsers = [
  [/iPhone|iPad/, 'microphoneIphone'],
  [/Firefox/, 'microphoneFirefox'],
  [/Android/, 'microphoneAndroid'],
  [/Chrome/, 'microphoneChrome'],
  [/Safari/, 'microphoneSafari'],
] as const satisfies readonly (readonly [RegExp, keyof ConversationWords])[];

export function microphoneHelp(words: ConversationWords, { userAgent, maxTouchPoints } = navigator): string {
  if (isBarredFrame()) return words.microphoneFrame;
  // An iPad calls itself a Mac, which has no touch screen.
  if (userAgent.includes('Macintosh') && maxTouchPoints > 1) return words.microphoneIphone;
  const [, name] = browsers.find(([pattern]) => pattern.test(userAgent)) ?? [];
  return name === undefined ? (words.errors.microphone_denied.hint ?? '') : words[name];
}

/** Chromium knows of a frame to which nobody could give it. */
function isBarredFrame(): boolean {
  const policy: unknown = Reflect.get(document, 'featurePolicy');
  return window !== top && isPolicy(policy) && !policy.allowsFeature('microphone');
}

const isPolicy = (policy: unknown): policy is { allowsFeature(name: string): boolean } =>
  typeof policy === 'object' && policy !== null && 'allowsFeature' in policy;

// Tells the developer of a site what to fix: once in the console, and on the developer's own machine in the element too.
import { createScrubber } from '../../../base/scrubber.js';
import { site } from '../../../base/site.js';
import { fill, type Language } from '../strings.js';
import { diagnosisEnglish } from '../strings.diagnosis.en.js';
import { causeOf, isLoopback, type Cause, type CauseName, type Mishap } from './causes.js';
import { diagnosisWords } from './diagnosis-words.js';

export type { Mishap };

export interface Diagnosis {
  readonly cause: CauseName;
  /** What a visitor reads in place of the words of the failure; undefined where those say it. */
  readonly setup?: { readonly title: string; readonly hint: string } | undefined;
  /** What to fix. Undefined where the page is not open on the machine it is made on. */
  readonly advice: string | undefined;
}

const guide = `${site}guides/troubleshooting.html`;
/** A visitor can do something about these. */
const visitorsOwn: ReadonlySet<CauseName> = new Set(['unauthorized', 'unreachable']);
/** Each once, however many elements and attempts run into it. */
const told = new Set<string>();

/** Undefined where the failure is no mistake of the site. Never rejects. */
export async function diagnose(mishap: Mishap, language: Language): Promise<Diagnosis | undefined> {
  try {
    const cause = await causeOf(mishap);
    return cause && inWords(cause, mishap, language);
  } catch {
    // It was a help, and the failure is shown without it.
    return undefined;
  }
}

function inWords(cause: Cause, { element }: Mishap, language: Language): Diagnosis {
  const { name } = cause;
  const scrubber = createScrubber();
  const written = (text: string, isolate: (value: string) => string) =>
    fill(text, Object.fromEntries(Object.entries(cause.values).map(([key, value]) => [key, isolate(scrubber.text(String(value)))])));
  const english = written(diagnosisEnglish.causes[name], (value) => value);
  warnOnce(`[voxreel] <${element}>: ${english} See ${guide}#${anchorOf(name)}`);
  const words = diagnosisWords.wordsFor(language);
  return {
    cause: name,
    setup: visitorsOwn.has(name) ? undefined : { title: words.setup, hint: words.setupHint },
    advice: isLoopback(location.hostname) ? written(words.causes[name], isolated) : undefined,
  };
}

function warnOnce(text: string): void {
  if (told.has(text)) return;
  told.add(text);
  console.warn(text);
}

/** An address stays in one piece in a line of another direction. */
const isolated = (value: string): string => `\u2068${value}\u2069`;

/** `noToken` is the heading `no-token` of the guide. */
const anchorOf = (name: string): string => name.replace(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`);

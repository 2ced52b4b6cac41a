// A tool that takes a description of something to make: what of a text describes it, and which of its numbers the text names.
import { isRecord } from '../../base/is-record.js';

const field = 'prompt';

export const takesDescription = (schema: Readonly<Record<string, unknown>>): boolean =>
  isRecord(schema['properties']) && isRecord(schema['properties'][field]);

export const isDescription = (name: string): boolean => name === field;

const command = /^.*?\b(?:make|create|generate|film|draw|vary|continue|redo|change)\b/i;
const thing = /^.*?\b(?:videos?|films?|clips?|movies?|it|that)\b/i;
const joint = /^[\s,:]*(?:(?:of|about|with|showing|where|so that|to|and|then)\b[\s,:]*)?/i;

/** "Please make a 4 second video of a paper boat" is a paper boat; undefined where only the command is said. */
export function describedIn(text: string): string | undefined {
  const afterCommand = text.replace(command, '');
  const rest = (afterCommand === text ? text : afterCommand.replace(thing, '')).replace(joint, '');
  const described = rest.replace(/[\s.!?]+$/, '').trim();
  return described === '' ? undefined : described;
}

/** A description with what is to be different, for a tool that takes it whole. */
export const revised = (described: string, change: string): Readonly<Record<string, string>> => ({
  [field]: `${described.replace(/[\s.!?]+$/, '')}, ${change}`,
});

/** Whether a text gives a field by its name or its unit: "duration 4", "4 seconds". */
export function numberNamed(name: string, { description }: Readonly<Record<string, unknown>>, text: string): number | undefined {
  const unit = /\b(second|frame)s?\b/i.exec(typeof description === 'string' ? description : '')?.[1];
  const byUnit = unit === undefined ? undefined : new RegExp(`(\\d+(?:\\.\\d+)?)[ -]*${unit}`, 'i').exec(text)?.[1];
  const written = byUnit ?? new RegExp(`\\b${name.replace(/[^\w]/g, '')}\\W{1,3}(\\d+(?:\\.\\d+)?)`, 'i').exec(text)?.[1];
  return written === undefined ? undefined : Number(written);
}

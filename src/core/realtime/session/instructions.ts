// The model's instructions: the page's own with their `{{name}}` places filled, and what the page says of itself.
import type { Briefing } from '../call/call-parts.js';

const place = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** Its own place: elsewhere the context follows the instructions. */
const contextPlace = 'context';

/**
 * A place that nobody fills stays as it is written, and what fills one is not filled itself. Undefined where there is nothing to say, so that the
 * service's own instructions hold.
 */
export function writeInstructions(template: string | undefined, { variables = {}, context }: Briefing): string | undefined {
  const told = contextText(context);
  let isPlaced = false;
  const filled = template?.replace(place, (written, name: string) => {
    if (name !== contextPlace) return Object.hasOwn(variables, name) ? String(variables[name]) : written;
    isPlaced = true;
    return told ?? '';
  });
  if (told === undefined || isPlaced) return filled;
  const section = `What this page says of itself and its visitor, in case it helps to answer:\n${told}`;
  return filled === undefined || filled === '' ? section : `${filled}\n\n${section}`;
}

/** A text as it is, anything else as JSON. */
function contextText(context: unknown): string | undefined {
  const text = typeof context === 'string' ? context : (JSON.stringify(context ?? undefined) as string | undefined);
  return text === '' ? undefined : text;
}

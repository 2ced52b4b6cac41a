// What a record of an account is called where it stands in a list.
import { isRecord } from '../../../base/is-record.js';
import { titleOf } from '../../../core/realtime/history/conversation-summary.js';

/** The prompt of a video, the name of a reference, the title of a conversation or its first words; else the model. Empty where it has none of them. */
export function recordTitle(record: Readonly<Record<string, unknown>>): string {
  const { prompt, name, title, events, model } = record;
  const said = Array.isArray(events) ? titleOf({ title: textIn(title), events: events.filter(isRecord) }) : undefined;
  return textIn(prompt) ?? textIn(name) ?? textIn(said) ?? textIn(model) ?? '';
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

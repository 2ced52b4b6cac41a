// Amounts of money and days, as people of a language write them.
import { supportedTag } from './formats.js';

const formatters = new Map<string, Intl.NumberFormat>();

/** `$0.70`, or `12 credits` for what is no currency. */
export function money(amount: number, unit: string, tag: string): string {
  const isCurrency = /^[A-Z]{3}$/.test(unit);
  const key = `${tag} ${isCurrency ? unit : ''}`;
  const formatter =
    formatters.get(key) ??
    new Intl.NumberFormat(
      supportedTag(tag),
      isCurrency ? { style: 'currency', currency: unit, maximumFractionDigits: 4 } : { maximumFractionDigits: 4 },
    );
  formatters.set(key, formatter);
  const written = formatter.format(amount);
  return isCurrency ? written : `${written} ${unit}`;
}

/** A day without a time, `2026-11-24`. */
export function day(date: string, tag: string): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) ? date : new Intl.DateTimeFormat(supportedTag(tag), { dateStyle: 'medium', timeZone: 'UTC' }).format(time);
}

/** In the time zone of the reader. */
export const moment = (ms: number, tag: string): string =>
  new Intl.DateTimeFormat(supportedTag(tag), { dateStyle: 'medium', timeStyle: 'short' }).format(ms);

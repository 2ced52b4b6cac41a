// Where a block that is too long for one reading is parted, and how the rest of it is read as what it is.
import type { MarkedToken } from 'marked';

import { spaceBefore } from '../transcript/plain-body.js';

export interface Cut {
  /** Characters of the source that are read now. */
  readonly length: number;
  /** What has to stand before the rest. */
  readonly prefix: string;
}

/** A head longer than this is not repeated. */
const longestHead = 400;

/** `source` is read after `prefix` as one `token`, and does not end there. */
export function cutToken(token: MarkedToken | undefined, source: string, prefix: string): Cut {
  const afterLine = source.lastIndexOf('\n') + 1;
  const length = afterLine > 0 ? afterLine : spaceBefore(source, source.length);
  if (token?.type === 'code' && token.codeBlockStyle === undefined) return { length, prefix: headOf(token.raw, 1) };
  if (token?.type === 'table') return { length, prefix: headOf(token.raw, 2) };
  if (token?.type === 'list' && token.items.length > 1) {
    // The last may go on.
    const before = token.items.slice(0, -1).reduce((sum, { raw }) => sum + raw.length, 0);
    return { length: Math.max(1, before - prefix.length), prefix: '' };
  }
  return { length, prefix: '' };
}

/** The first lines of a block: they say how the others are read. */
function headOf(raw: string, lines: number): string {
  const head = raw.split('\n', lines).join('\n');
  return head.length > longestHead ? '' : `${head}\n`;
}

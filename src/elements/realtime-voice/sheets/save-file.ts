// A conversation saved as a file.
import type { ExportFormat } from '../../../core/realtime/history/export-conversation.js';
import type { RealtimeSession } from '../../../core/realtime/session/realtime-session.js';

export const mimeTypes: Readonly<Record<ExportFormat, string>> = {
  markdown: 'text/markdown',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
};
const extensions: Readonly<Record<ExportFormat, string>> = { markdown: 'md', json: 'json', jsonl: 'jsonl' };

/** Long enough for the browser to have taken the file. */
const revokeAfterMs = 60_000;

export function saveConversation(session: Pick<RealtimeSession, 'export'> | undefined, format: ExportFormat): void {
  saveBlob(new Blob([session?.export(format) ?? ''], { type: mimeTypes[format] }), extensions[format]);
}

/** Returns the name of the file. */
export function saveBlob(blob: Blob, extension: string): string {
  const url = URL.createObjectURL(blob);
  const name = `conversation-${new Date().toISOString().slice(0, 16).replace(/[T:]/g, '-')}.${extension}`;
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
  return name;
}

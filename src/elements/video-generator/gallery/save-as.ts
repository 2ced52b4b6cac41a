// Saves a file, or what a link leads to, under a name.

/** Long enough for a browser to ask where to. */
const heldMs = 60_000;

export function saveAs(name: string, what: Blob | string): void {
  const link = document.createElement('a');
  link.href = typeof what === 'string' ? what : URL.createObjectURL(what);
  link.download = name;
  link.rel = 'noopener noreferrer';
  // A name is only heeded for the page's own files: another origin's opens beside the page.
  if (typeof what === 'string') link.target = '_blank';
  link.click();
  if (typeof what !== 'string') setTimeout(() => URL.revokeObjectURL(link.href), heldMs);
}

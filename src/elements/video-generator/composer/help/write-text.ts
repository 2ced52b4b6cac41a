// Writes into a text area as typing does, so that the browser's own undo takes it back.

/** Fires `input`. The focus stays where it was. */
export function writeText(area: HTMLTextAreaElement, text: string): void {
  if (area.value === text) return;
  const root = area.getRootNode();
  const focused = root instanceof ShadowRoot ? root.activeElement : document.activeElement;
  area.focus({ preventScroll: true });
  const { from, to, insert } = changeBetween(area.value, text);
  area.setSelectionRange(from, to);
  // Outdated, and the only way into the undo history of a field.
  document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert);
  if (area.value !== text) {
    area.value = text;
    area.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }
  // A keyboard on the screen would cover what was pressed.
  if (focused instanceof HTMLElement && focused !== area) focused.focus({ preventScroll: true });
  else if (focused === null) area.blur();
}

/** The one stretch that differs: `before` from `from` to `to` becomes `insert`. */
function changeBetween(before: string, after: string): { readonly from: number; readonly to: number; readonly insert: string } {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

// Lets a text area grow with its words where the style sheet cannot (`field-sizing`).

export function growToFit(area: HTMLTextAreaElement | null): void {
  if (area === null || CSS.supports('field-sizing', 'content')) return;
  area.style.blockSize = 'auto';
  area.style.blockSize = `${area.scrollHeight}px`;
}

// Lets a text area grow with its words where the style sheet cannot (`field-sizing`).

/** Of another width, it breaks its lines elsewhere. */
let widths: ResizeObserver | undefined;

export function growToFit(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  fit(area);
  // Later: an observer may not change at once what it observes.
  widths ??= new ResizeObserver((entries) => entries.forEach(({ target }) => setTimeout(fit, 0, target)));
  widths.observe(area);
}

function fit(area: HTMLTextAreaElement): void {
  area.style.blockSize = 'auto';
  area.style.blockSize = `${area.scrollHeight}px`;
}

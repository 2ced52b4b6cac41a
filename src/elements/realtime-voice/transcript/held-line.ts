// Keeps the line that one reads in its place while the conversation grows below it, where the browser does not: WebKit has no scroll anchoring.

export interface HeldLine {
  /** One has scrolled: what is read now is at the top. */
  mark(): void;
  release(): void;
}

/** Pixels between the places where a line is searched for: no line is lower. */
const stepPx = 16;

export function holdLine(scroller: HTMLElement): HeldLine | undefined {
  if (CSS.supports('overflow-anchor', 'auto')) return undefined;
  let line: Element | undefined;
  let top = 0;
  const topOf = (element: Element) => element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  const mark = () => {
    line = lineIn(scroller);
    top = line === undefined ? 0 : topOf(line);
  };
  // Before what has grown is painted.
  const observer = new ResizeObserver(() => {
    if (line?.isConnected === true) scroller.scrollTop += topOf(line) - top;
    else mark();
  });
  for (const part of scroller.children) observer.observe(part);
  mark();
  return { mark, release: () => observer.disconnect() };
}

function lineIn(scroller: HTMLElement): Element | undefined {
  const root = scroller.getRootNode();
  if (!(root instanceof ShadowRoot)) return undefined;
  const { left, width, top, bottom } = scroller.getBoundingClientRect();
  for (let y = top + stepPx; y < bottom; y += stepPx) {
    const line = root.elementFromPoint(left + width / 2, y)?.closest('.line');
    if (line) return line;
  }
  return undefined;
}

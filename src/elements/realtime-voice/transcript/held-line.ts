// Keeps the line that one reads in its place while the conversation grows below it, where the browser does not: WebKit has no scroll anchoring.

export interface HeldLine {
  /** A scroll event came: by the reader, who reads another line now, or of what was scrolled here. */
  scrolled(): void;
  release(): void;
}

/** Pixels between the places where a line is searched for: no line is lower. */
const stepPx = 16;

export function holdLine(scroller: HTMLElement): HeldLine | undefined {
  if (CSS.supports('overflow-anchor', 'auto')) return undefined;
  let line: Element | undefined;
  /** Where the line is to be, while the scroller stands at `scrollTop`. */
  let [top, scrollTop] = [0, 0];
  const topOf = (element: Element) => element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  const mark = () => {
    line = lineIn(scroller);
    top = line === undefined ? 0 : topOf(line);
    ({ scrollTop } = scroller);
  };
  const hold = () => {
    if (line?.isConnected !== true) return mark();
    // What the reader has scrolled is meant; the rest has grown.
    top += scrollTop - scroller.scrollTop;
    const grown = topOf(line) - top;
    // To be told even where it is would end a scroll that is under way.
    if (Math.abs(grown) >= 1) scroller.scrollTop += grown;
    ({ scrollTop } = scroller);
  };
  // Before what has grown is painted.
  const observer = new ResizeObserver(hold);
  for (const part of scroller.children) observer.observe(part);
  mark();
  return {
    scrolled() {
      const isByReader = scroller.scrollTop !== scrollTop;
      // More may have grown by now: it must not pass for the place of the line.
      hold();
      if (isByReader) mark();
    },
    release: () => observer.disconnect(),
  };
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

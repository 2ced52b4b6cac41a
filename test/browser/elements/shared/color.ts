// Colors as a screen shows them, and how far apart they are (WCAG 2.2).

/** Red, green, blue 0 to 255; alpha 0 to 1. */
export type Color = readonly [number, number, number, number];

const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

/** Any CSS color, as the browser itself understands it. */
export function colorOf(css: string): Color {
  if (pen === null) throw new Error('There is no canvas.');
  pen.clearRect(0, 0, 1, 1);
  pen.fillStyle = css;
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

export function over(top: Color, below: Color): Color {
  const mix = (at: 0 | 1 | 2) => top[at] * top[3] + below[at] * (1 - top[3]);
  return [mix(0), mix(1), mix(2), 1];
}

function luminance([red, green, blue]: Color): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one: Color, other: Color): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const above = (element: Element): Element | null => {
  if (element.assignedSlot) return element.assignedSlot;
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
};

/** What stands behind what an element writes. */
export function groundOf(element: Element): Color {
  const layers: Color[] = [];
  for (let at: Element | null = element; at !== null; at = above(at)) {
    const color = colorOf(getComputedStyle(at).backgroundColor);
    if (color[3] > 0) layers.push(color);
    if (color[3] === 1) break;
  }
  return layers.reduceRight<Color>((below, layer) => over(layer, below), [255, 255, 255, 1]);
}

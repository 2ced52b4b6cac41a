// The icons of what plays, shows and compares. Loaded with it.
import { svg } from 'lit';

import { drawIcon, strokeIcon } from '../../shared/draw-icon.js';

export const pauseIcon = /* @__PURE__ */ drawIcon(
  svg`<rect class="solid" x="7" y="6" width="3.2" height="12" rx=".8" /><rect class="solid" x="13.8" y="6" width="3.2" height="12" rx=".8" />`,
);
export const soundIcon = /* @__PURE__ */ strokeIcon('M4.5 9.5v5H8l4.5 4v-13L8 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11');
export const soundOffIcon = /* @__PURE__ */ strokeIcon('M4.5 9.5v5H8l4.5 4v-13L8 9.5zM16 9.5l5 5M21 9.5l-5 5');
export const stepBackIcon = /* @__PURE__ */ strokeIcon('M8 6v12M17.5 6.5L11 12l6.5 5.5z');
export const stepOnIcon = /* @__PURE__ */ strokeIcon('M16 6v12M6.5 6.5L13 12l-6.5 5.5z');
export const previousIcon = /* @__PURE__ */ strokeIcon('M14.5 6l-6 6 6 6');
export const nextIcon = /* @__PURE__ */ strokeIcon('M9.5 6l6 6-6 6');
export const swapIcon = /* @__PURE__ */ strokeIcon('M4.5 9h14M15 5.5L18.5 9 15 12.5M19.5 16h-14M9 12.5L5.5 16 9 19.5');
export const shrinkIcon = /* @__PURE__ */ strokeIcon('M19 10h-5V5M14 10l6-6M5 14h5v5M10 14l-6 6');

// The icons of how a video is organized. Loaded with the gallery.
import { strokeIcon } from '../../shared/draw-icon.js';

export const starIcon = /* @__PURE__ */ strokeIcon('M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.8-5 2.8 1.1-5.5L4 9.7 9.6 9z');
export const organizeIcon = /* @__PURE__ */ strokeIcon('M4.5 4.5h7l8 8-7 7-8-8zM8.5 8.5h.01');
export const bestIcon = /* @__PURE__ */ strokeIcon(
  'M7 4.5h10v4a5 5 0 0 1-10 0zM7 6H4.5c0 3 1 4 2.8 4M17 6h2.5c0 3-1 4-2.8 4M12 13.5v3.5M8.5 19.5h7M12 17l-2 2.5M12 17l2 2.5',
);
export const continueIcon = /* @__PURE__ */ strokeIcon('M4.5 6.5v11M9 12h10M14.5 7l5 5-5 5');

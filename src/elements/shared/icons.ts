// The icons of what one presses. Those a view shows at first stand beside that view.
import { svg } from 'lit';

import { drawIcon, strokeIcon } from './draw-icon.js';

export const playIcon = /* @__PURE__ */ drawIcon(svg`<path class="solid" d="M8 5.5v13l10.5-6.5z" />`);
export const stopIcon = /* @__PURE__ */ drawIcon(svg`<rect class="solid" x="7" y="7" width="10" height="10" rx="1.5" />`);
export const closeIcon = /* @__PURE__ */ strokeIcon('M6.5 6.5l11 11M17.5 6.5l-11 11');
export const moreIcon = /* @__PURE__ */ drawIcon(svg`<path d="M5.5 12h.01M12 12h.01M18.5 12h.01" stroke-width="2.6" />`);
export const downloadIcon = /* @__PURE__ */ strokeIcon('M12 4.5v10.5M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14');
export const linkIcon = /* @__PURE__ */ strokeIcon(
  'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
);
export const shareIcon = /* @__PURE__ */ strokeIcon('M12 14.5V4M8 7.5L12 3.5l4 4M8.5 11H6v9h12v-9h-2.5');
export const repeatIcon = /* @__PURE__ */ strokeIcon(
  'M5 11.5a7 7 0 0 1 12.5-3.5l1.5 2M19 5.5V10h-4.5M19 12.5a7 7 0 0 1-12.5 3.5L5 14M5 18.5V14h4.5',
);
export const varyIcon = /* @__PURE__ */ strokeIcon(
  'M4.5 7.5h3c4.5 0 4.5 9 9 9h3M4.5 16.5h3c1.5 0 2.5-1 3.3-2.3M13.2 9.8c.8-1.3 1.8-2.3 3.3-2.3h3M17 5l2.5 2.5L17 10M17 14l2.5 2.5L17 19',
);
export const editIcon = /* @__PURE__ */ strokeIcon('M5 19l1-4L16.5 4.5l3 3L9 18zM14.5 6.5l3 3');
export const removeIcon = /* @__PURE__ */ strokeIcon('M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5');
export const expandIcon = /* @__PURE__ */ strokeIcon('M14 5h5v5M19 5l-6 6M10 19H5v-5M5 19l6-6');
export const compareIcon = /* @__PURE__ */ strokeIcon('M4 6h7v12H4zM13 6h7v12h-7z');
export const checkIcon = /* @__PURE__ */ strokeIcon('M5 12.5l4.5 4.5L19 7.5');
export const microphoneIcon = /* @__PURE__ */ strokeIcon(
  'M12 4a2.5 2.5 0 0 0-2.5 2.5v5a2.5 2.5 0 0 0 5 0v-5A2.5 2.5 0 0 0 12 4M6.5 11.5a5.5 5.5 0 0 0 11 0M12 17v3',
);
export const microphoneOffIcon = /* @__PURE__ */ strokeIcon(
  'M14.5 10V6.5a2.5 2.5 0 0 0-4.7-1.2M9.5 9.5v2a2.5 2.5 0 0 0 3.7 2.2M6.5 11.5a5.5 5.5 0 0 0 8.7 4.5M17.5 11.5c0 .7-.1 1.4-.4 2M12 17v3M4.5 4.5l15 15',
);
export const soundIcon = /* @__PURE__ */ strokeIcon('M4.5 9.5v5h3l4.5 4v-13l-4.5 4zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11');
export const soundOffIcon = /* @__PURE__ */ strokeIcon('M4.5 9.5v5h3l4.5 4v-13l-4.5 4zM16 9.5l5 5M21 9.5l-5 5');
export const settingsIcon = /* @__PURE__ */ strokeIcon('M4.5 8h9M17.5 8h2M4.5 16h2M10.5 16h9M15.5 6v4M8.5 14v4');
export const sendIcon = /* @__PURE__ */ strokeIcon('M12 19V5.5M6.5 11L12 5.5l5.5 5.5');
export const hangUpIcon = /* @__PURE__ */ strokeIcon('M4 14.5c0-5.5 16-5.5 16 0v1.5l-4.5-1v-2.5a11 11 0 0 0-7 0V15L4 16z');
export const chevronIcon = /* @__PURE__ */ strokeIcon('M7 10l5 5 5-5');

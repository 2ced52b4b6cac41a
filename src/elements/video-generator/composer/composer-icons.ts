// The icons of the composer, apart from the gallery's so that they do not come with them.
import { strokeIcon } from '../../shared/draw-icon.js';

export const plusIcon = /* @__PURE__ */ strokeIcon('M12 5.5v13M5.5 12h13');
export const alertIcon = /* @__PURE__ */ strokeIcon('M12 4.5l8.5 15h-17zM12 10v4.5M12 17h.01');

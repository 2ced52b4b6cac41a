// Everything one can press or write in, for an element that shows both at first.
import { buttons } from './buttons.styles.js';
import { fields } from './fields.styles.js';

export const controls = [buttons, fields];

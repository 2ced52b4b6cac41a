// Takes keys and tokens out of an error's text before it is shown: some services repeat the key they refuse.
import { hideSecrets } from '../../base/secret-shapes.js';

const hidden = '\u2022\u2022\u2022';

export const redact = (text: string): string => hideSecrets(text, hidden).replace(/\b[\w-]{32,}/g, hidden);

// How the sheet that makes a video is set. Loaded with it.
import { css } from 'lit';

import { fields } from '../../shared/fields.styles.js';
import { progressBar } from '../../shared/progress.styles.js';
import { sheetStyles } from './sheet.styles.js';

export const filmStyles = css`
  ${sheetStyles}
  ${fields}
  ${progressBar}
  .film {
    display: grid;
    gap: calc(12 * var(--_px));
  }
  .film p {
    margin: 0;
    color: var(--_ink-2);
    font-size: var(--_size-small);
    overflow-wrap: anywhere;
  }
  .film .bad {
    color: var(--_live);
  }
  .film .accent {
    color: var(--_accent);
  }
  .film .keys {
    display: flex;
    align-items: center;
    gap: calc(8 * var(--_px));
  }
  .film progress {
    flex: 1;
    min-inline-size: 0;
  }
`;

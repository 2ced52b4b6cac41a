// How the settings are set out. Loaded with them.
import { css } from 'lit';

import { sheetStyles } from './sheet.styles.js';

export const settingsStyles = css`
  ${sheetStyles}
  .settings {
    display: grid;
    gap: 16px;
    max-inline-size: 560px;
  }
  .settings .hint {
    color: var(--_ink-3);
    font-size: var(--_size-tiny);
  }
  .level.bar {
    display: flex;
    block-size: 6px;
    overflow: clip;
    border-radius: 3px;
    background: var(--_paper-3);
  }
  fieldset {
    display: grid;
    gap: 16px;
    min-inline-size: 0;
    margin: 0;
    padding: 16px 0 0;
    border: 0;
    border-block-start: 1px solid var(--_line);
  }
  legend {
    float: inline-start;
    inline-size: 100%;
    padding: 0;
    font-weight: 600;
  }
  .check,
  .slider {
    display: grid;
    align-items: center;
    gap: 2px 10px;
    font-size: var(--_size-small);
  }
  .check {
    grid-template-columns: auto minmax(0, 1fr);
    min-block-size: var(--_control);
  }
  .check input {
    inline-size: 18px;
    block-size: 18px;
    accent-color: var(--_accent);
  }
  .check .hint {
    grid-column: 2;
  }
  .slider {
    grid-template-columns: minmax(0, 1fr) auto;
  }
  .slider input,
  .slider .hint {
    grid-column: 1 / -1;
  }
  .slider input {
    inline-size: 100%;
    min-block-size: max(24px, calc(var(--_control) - 8px));
    accent-color: var(--_accent);
  }
`;

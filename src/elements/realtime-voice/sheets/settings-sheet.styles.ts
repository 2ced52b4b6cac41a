// How the settings are set out. Loaded with them.
import { css } from 'lit';

import { slider } from '../../shared/slider.styles.js';
import { sheetStyles } from './sheet.styles.js';

export const settingsStyles = css`
  ${sheetStyles}
  ${slider}
  .settings,
  .column {
    display: grid;
    gap: calc(16 * var(--_px));
    align-content: start;
    min-inline-size: 0;
  }
  .settings {
    max-inline-size: 560px;
  }
  .settings .hint {
    color: var(--_ink-3);
    font-size: var(--_size-tiny);
  }
  .settings .hint:not(:has(*)):empty {
    display: none;
  }
  .when {
    color: var(--_ink-2);
    font-weight: 600;
  }
  .row {
    display: flex;
    gap: calc(8 * var(--_px));
    align-items: center;
  }
  .row > .input {
    flex: 1;
  }
  .row > .button {
    flex: none;
  }
  select.input {
    text-overflow: ellipsis;
  }
  .problem {
    margin: 0;
    color: var(--_live);
    font-size: var(--_size-small);
  }
  .preview {
    inline-size: min(200px, 100%);
    aspect-ratio: 4 / 3;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    background: var(--_paper-3);
    object-fit: cover;
  }
  /* The thumb of the slider below travels from 8 px to 8 px before the end: the scale lies under its middle. */
  .level {
    position: relative;
    display: block;
    block-size: 8px;
    margin-block: 4px;
    margin-inline: calc(8 * var(--_px));
    border-radius: 2px;
    background: var(--_paper-3);
  }
  .slider > .level {
    grid-column: 1 / -1;
  }
  .loud {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    inline-size: var(--_loud, 0%);
    border-radius: inherit;
    background: var(--_ink-3);
  }
  [data-level='speech'] .loud {
    background: var(--_accent);
  }
  .level::after {
    content: '';
    position: absolute;
    inset-block: -4px;
    inset-inline-start: calc(var(--_mark, 50%) - 1px);
    inline-size: 2px;
    background: var(--_ink);
  }
  .said > :is(.speech, .quiet) {
    display: none;
    color: var(--_ink-2);
    font-weight: 600;
  }
  [data-level='speech'] .said > .speech,
  [data-level='quiet'] .said > .quiet {
    display: inline;
  }
  .settings fieldset,
  .further {
    min-inline-size: 0;
    margin: 0;
    padding: calc(16 * var(--_px)) 0 0;
    border: 0;
    border-block-start: 1px solid var(--_line);
  }
  .settings fieldset,
  .further > .fields {
    display: grid;
    gap: calc(16 * var(--_px));
  }
  .settings fieldset > p {
    margin: 0;
  }
  legend {
    float: inline-start;
    inline-size: 100%;
    padding: 0;
    font-weight: 600;
  }
  .further > summary {
    min-block-size: var(--_control);
    font-weight: 600;
    cursor: pointer;
  }
  .check,
  .slider {
    display: grid;
    align-items: center;
    gap: 2px calc(10 * var(--_px));
    font-size: var(--_size-small);
  }
  .check {
    grid-template-columns: auto minmax(0, 1fr);
    min-block-size: var(--_control);
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
    min-block-size: var(--_control-small);
  }
  @container (min-width: 860px) {
    .settings {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      column-gap: 40px;
      max-inline-size: 1100px;
    }
    .column:last-child > fieldset:first-child {
      padding-block-start: 0;
      border: 0;
    }
  }
  @media (forced-colors: active) {
    .level {
      border: 1px solid CanvasText;
    }
    .loud,
    .level::after {
      forced-color-adjust: none;
      background: CanvasText;
    }
    [data-level='speech'] .loud {
      background: var(--_accent);
    }
  }
`;

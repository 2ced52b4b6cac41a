// How sheets and menus lie over the transcript. Loaded with the first of them.
import { css } from 'lit';

import { checks } from '../../shared/checks.styles.js';

export const sheetStyles = css`
  ${checks}
  .over {
    position: absolute;
    z-index: 1;
    inset: 0;
    display: flex;
    flex-direction: column;
    background: var(--_paper);
  }
  .over > header {
    display: flex;
    flex: none;
    align-items: center;
    justify-content: space-between;
    min-block-size: 44px;
    padding-inline: calc(18 * var(--_px)) calc(10 * var(--_px));
    border-block-end: 1px solid var(--_line);
  }
  .over h2 {
    margin: 0;
    font-size: var(--_size);
    font-weight: 600;
  }
  .over > .body {
    flex: 1;
    min-block-size: 0;
    overflow-y: auto;
    padding: calc(14 * var(--_px)) calc(18 * var(--_px)) calc(18 * var(--_px));
    scrollbar-width: thin;
  }
  .menu {
    position: absolute;
    z-index: 2;
    inset-block-end: 8px;
    inset-inline-end: 10px;
    display: grid;
    min-inline-size: 200px;
    max-inline-size: calc(100% - 20px);
    max-block-size: calc(100% - 16px);
    overflow-y: auto;
    padding: 4px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    background: var(--_paper);
  }
  .menu button {
    min-block-size: max(34px, var(--_control));
    padding-inline: calc(10 * var(--_px));
    border-radius: 6px;
    font-size: var(--_size-small);
  }
  .menu button:is(:hover, :focus-visible) {
    background: var(--_paper-2);
  }
  .menu button:focus-visible {
    outline-offset: -2px;
  }
  .menu [aria-disabled='true'] {
    color: var(--_ink-3);
    cursor: default;
  }
  .menu .note {
    margin: 0;
    padding: 2px calc(10 * var(--_px)) calc(6 * var(--_px));
    font-size: var(--_size-tiny);
  }
  .menu hr {
    inline-size: 100%;
    margin: 4px 0;
    border: 0;
    border-block-start: 1px solid var(--_line);
  }
`;

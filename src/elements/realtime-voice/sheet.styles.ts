// How sheets and menus lie over the transcript. Loaded with the first of them.
import { css } from 'lit';

export const sheetStyles = css`
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
    padding-inline: 18px 10px;
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
    padding: 14px 18px 18px;
    scrollbar-width: thin;
  }
  .menu {
    position: absolute;
    z-index: 2;
    inset-block-end: 8px;
    inset-inline-end: 10px;
    display: grid;
    min-inline-size: 200px;
    padding: 4px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    background: var(--_paper);
  }
  .menu button {
    min-block-size: max(34px, var(--_control));
    padding-inline: 10px;
    border-radius: 6px;
    font-size: var(--_size-small);
  }
  .menu button:is(:hover, :focus-visible) {
    background: var(--_paper-2);
  }
  .menu button:focus-visible {
    outline-offset: -2px;
  }
`;

// The tray above the dock.
import { css } from 'lit';

export const picturesStyles = css`
  .pictures {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(8 * var(--_px));
    padding: calc(8 * var(--_px)) calc(16 * var(--_px));
    border-block-start: 1px solid var(--_line);
  }
  .picked {
    display: inline-flex;
    align-items: center;
    gap: 4px;
  }
  .picked > canvas {
    block-size: 48px;
    max-inline-size: 96px;
    border-radius: var(--_radius-small);
    object-fit: cover;
  }
  .pictures > .file {
    display: inline-flex;
    align-items: center;
    cursor: pointer;
  }
  .file > input {
    position: absolute;
    inline-size: 1px;
    opacity: 0;
  }
  .pictures > .file:focus-within {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
`;

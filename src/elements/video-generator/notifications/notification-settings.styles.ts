// The layout of the settings of notifications. Loaded with them.
import { css } from 'lit';

export const notificationSettingsStyles = css`
  /* WebKit keeps the rows of a grid as high as they were in another width. */
  #notifications {
    display: flex;
    flex-direction: column;
    gap: calc(4 * var(--_px));
    padding-block-start: calc(6 * var(--_px));
  }
  #notifications > p {
    margin: 0;
  }
  .way {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-content: center;
    align-items: center;
    column-gap: calc(10 * var(--_px));
    min-block-size: var(--_control);
    font-size: var(--_size-small);
  }
  .way > .note {
    grid-column: 2;
  }
`;

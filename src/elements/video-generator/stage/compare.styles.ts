// The layout of two videos side by side. Loaded with it.
import { css } from 'lit';

export const compareStyles = css`
  .compare > .sides {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    flex: 1;
    gap: 1px;
    min-block-size: 0;
    background: var(--_line);
    /* Left is left in every language. */
    direction: ltr;
  }
  .compare figure {
    display: flex;
    flex-direction: column;
    min-inline-size: 0;
    min-block-size: 0;
    margin: 0;
    background: var(--_paper);
  }
  .compare figcaption {
    padding: 8px 12px;
    font-size: var(--_size-small);
  }
  .compare figcaption p {
    margin: 0;
  }
  .compare figcaption .prompt {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @media (max-width: 760px), (orientation: portrait) {
    .compare > .sides {
      grid-template: repeat(2, minmax(0, 1fr)) / minmax(0, 1fr);
    }
  }
`;

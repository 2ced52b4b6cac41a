// The layout of videos beside each other. Loaded with it.
import { css } from 'lit';

export const compareStyles = css`
  .compare > .sides {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    flex: 1;
    gap: 1px;
    min-block-size: 0;
    background: var(--_line);
  }
  .compare > .sides[data-count='2'] {
    /* Left is left in every language. */
    direction: ltr;
  }
  .compare > .sides[data-count='3'] {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  .compare > .sides[data-count='4'] {
    grid-template-rows: repeat(2, minmax(0, 1fr));
  }
  .compare .choice {
    display: flex;
    gap: 4px;
    overflow-x: auto;
  }
  .compare .choice > .button {
    min-inline-size: var(--_control);
    padding-inline: 6px;
  }
  .compare .choice > [aria-pressed='true'],
  .compare .best[aria-pressed='true'] {
    border-color: var(--_accent);
    color: var(--_accent);
  }
  .compare .best {
    margin-block-start: 6px;
  }
  .compare .number {
    font-weight: 600;
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
    .compare > .sides[data-count='2'] {
      grid-template: repeat(2, minmax(0, 1fr)) / minmax(0, 1fr);
    }
    .compare > .sides[data-count='3'] {
      grid-template: repeat(3, minmax(0, 1fr)) / minmax(0, 1fr);
    }
  }
`;

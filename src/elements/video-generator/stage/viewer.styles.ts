// The layout of the full view. Loaded with it.
import { css } from 'lit';

export const viewerStyles = css`
  .viewer > .body {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 300px;
    flex: 1;
    min-block-size: 0;
  }
  .viewer .about {
    display: flex;
    flex-direction: column;
    gap: 14px;
    padding: 16px;
    border-inline-start: 1px solid var(--_line);
    overflow: auto;
  }
  .viewer .about > p {
    margin: 0;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  .viewer dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 4px 14px;
    margin: 0;
    font-size: var(--_size-small);
  }
  .viewer dt {
    color: var(--_ink-2);
  }
  .viewer dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  /* There is room for the words of each. */
  .viewer .actions {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(120px, 1fr));
    gap: 2px 4px;
    margin: auto -10px 0;
  }
  .viewer .clips {
    display: grid;
    gap: 6px;
    margin: 0;
    padding-inline-start: 1.6em;
    font-size: var(--_size-small);
  }
  /* The number stands at the first line of a long name. */
  .viewer .clips .textual {
    max-inline-size: 100%;
    baseline-source: first;
    text-align: start;
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .viewer .clips > li > .tabular {
    color: var(--_ink-2);
  }
  .viewer .clips [aria-current] {
    color: var(--_ink);
    font-weight: 600;
    text-decoration: none;
  }
  /* Above it stands the one for the frame that is shown. */
  .viewer .actions > :is([data-act='view'], [data-act='continue']) {
    display: none;
  }
  .viewer .actions > .button.round {
    justify-content: flex-start;
    inline-size: auto;
    margin: 0;
    padding-inline: 10px;
    white-space: normal;
  }
  .viewer .actions > .button::after {
    content: attr(aria-label);
  }
  @media (max-width: 760px) {
    .viewer > .body {
      grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    }
    .viewer .stage:not(:fullscreen) > .screen {
      flex: none;
      max-block-size: 56dvh;
      aspect-ratio: 4 / 3;
    }
    .viewer .about {
      border-inline-start: 0;
      border-block-start: 1px solid var(--_line);
    }
  }
`;

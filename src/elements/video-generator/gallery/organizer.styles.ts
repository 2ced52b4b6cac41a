// The layout of what organizes videos. Loaded with it.
import { css } from 'lit';

export const organizerStyles = css`
  .bar {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(8 * var(--_px));
    margin-block-end: calc(12 * var(--_px));
    padding: calc(8 * var(--_px)) calc(10 * var(--_px));
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    background: var(--_paper);
  }
  .bar > p {
    flex: 1 1 100px;
    margin: 0;
  }
  .organizer {
    inline-size: min(460px, 100vw - 32px);
    max-block-size: min(680px, 100dvh - 32px);
    padding: calc(18 * var(--_px));
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_paper);
    color: var(--_ink);
    text-align: start;
  }
  .organizer[open] {
    display: flex;
    flex-direction: column;
    gap: calc(14 * var(--_px));
  }
  .organizer::backdrop {
    background: rgb(0 0 0 / 64%);
  }
  .organizer h2 {
    margin: 0;
    font-size: var(--_size);
    font-weight: 600;
  }
  .organizer fieldset {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(8 * var(--_px));
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .organizer legend {
    padding: 0;
    margin-block-end: calc(6 * var(--_px));
    color: var(--_ink-2);
    font-size: var(--_size-small);
  }
  .organizer form {
    display: flex;
    flex: 1 1 100%;
    gap: calc(8 * var(--_px));
  }
  .organizer form > .input {
    flex: 1;
    min-inline-size: 0;
  }
  .organizer .star {
    display: inline-flex;
    align-items: center;
    gap: calc(4 * var(--_px));
    min-block-size: 24px;
  }
  .organizer > .primary {
    align-self: end;
  }
  .organizer .bad,
  .bar > .bad {
    margin: 0;
    color: var(--_live);
  }
`;

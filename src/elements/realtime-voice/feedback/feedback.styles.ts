// How thumbs, scale and comment look. Loaded with them.
import { css } from 'lit';

export const feedbackStyles = css`
  .feedback {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px calc(6 * var(--_px));
  }
  .words + .feedback {
    grid-column: 2;
    margin-block-start: 2px;
  }
  .thumb {
    display: inline-grid;
    place-items: center;
    inline-size: 28px;
    block-size: 28px;
    padding: 0;
    border: 0;
    border-radius: 6px;
    background: none;
    color: var(--_ink-3);
  }
  .thumb .icon {
    inline-size: 17px;
    block-size: 17px;
  }
  .thumb.down .icon {
    rotate: 180deg;
  }
  .thumb:hover,
  .thumb[aria-pressed='true'] {
    color: var(--_accent);
  }
  .thumb[aria-pressed='true'] {
    background: color-mix(in oklab, var(--_accent) 14%, transparent);
  }
  .comment {
    display: flex;
    flex: 1 1 240px;
    gap: calc(6 * var(--_px));
    min-inline-size: 0;
  }
  .comment .input {
    flex: 1;
    min-inline-size: 0;
  }
  .of-call {
    flex: none;
    padding: calc(10 * var(--_px)) calc(18 * var(--_px));
    border-block-start: 1px solid var(--_line);
  }
  .of-call > p {
    flex: 1 1 140px;
    margin: 0;
  }
  .scores {
    display: flex;
    gap: 4px;
  }
  .scores .button {
    min-inline-size: var(--_control-small);
    padding-inline: 0;
  }
  .scores .button[aria-pressed='true'] {
    border-color: var(--_accent);
    background: color-mix(in oklab, var(--_accent) 14%, transparent);
  }
  @container (max-width: 400px) {
    .of-call > p {
      flex-basis: 100%;
    }
    .words + .feedback {
      grid-column: 1;
    }
  }
  @media (hover: none) {
    .thumb {
      inline-size: var(--_control);
      block-size: var(--_control);
    }
  }
`;

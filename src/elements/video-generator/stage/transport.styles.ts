// The row that plays, seeks and steps. Loaded with it.
import { css } from 'lit';

export const transportStyles = css`
  .transport {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px calc(6 * var(--_px));
    /* A time line runs from left to right in every language. */
    direction: ltr;
    color: var(--_ink);
  }
  .transport > .line {
    flex: 1 1 120px;
    min-inline-size: 60px;
    block-size: var(--_control);
    margin: 0;
    background: none;
    accent-color: var(--_accent);
    cursor: pointer;
  }
  .transport > .clock {
    min-inline-size: 5.6em;
    color: var(--_ink-2);
    font-size: var(--_size-tiny);
    text-align: end;
    white-space: nowrap;
  }
  .transport select {
    inline-size: auto;
    min-block-size: var(--_control);
    padding: 0 calc(6 * var(--_px));
    font-size: var(--_size-small);
  }
  .transport .button.round[aria-pressed='true'] {
    color: var(--_accent);
  }
  .media > .transport {
    position: absolute;
    inset: auto 0 0;
    flex-wrap: nowrap;
    padding: 2px 4px;
    background: color-mix(in srgb, var(--_paper) 88%, transparent);
  }
  .media > .transport > .line {
    flex-basis: 40px;
    min-inline-size: 32px;
  }
  .media > .transport > .clock {
    flex: none;
    min-inline-size: 0;
  }
`;

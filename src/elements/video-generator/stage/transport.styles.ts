// The row that plays, seeks and steps. Loaded with it.
import { css } from 'lit';

import { slider } from '../../shared/slider.styles.js';

export const transportStyles = css`
  ${slider}
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
    padding-block: 0;
    padding-inline-start: calc(6 * var(--_px));
    font-size: var(--_size-small);
  }
  /* By its markup it still runs from right to left, which is what :dir() asks. */
  .transport > .line:dir(rtl) {
    --_toward: 90deg;
  }
  .transport select.input:dir(rtl) {
    background-position:
      calc(100% - 15px) 55%,
      calc(100% - 10px) 55%;
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

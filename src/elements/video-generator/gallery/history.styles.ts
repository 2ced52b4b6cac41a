// The layout of the history and of what was spent. Loaded with its tools.
import { css } from 'lit';

export const historyStyles = css`
  #history {
    display: grid;
    gap: calc(10 * var(--_px));
    padding-block-start: calc(6 * var(--_px));
  }
  #history p {
    margin: 0;
  }
  #history .bad {
    color: var(--_live);
  }
  .fold .chip[aria-pressed='true'] {
    border-color: var(--_accent);
    color: var(--_accent);
    box-shadow: inset 0 0 0 1px var(--_accent);
  }
  .sums {
    max-block-size: calc(280 * var(--_px));
    overflow: auto;
  }
  .sums > table {
    inline-size: 100%;
    max-inline-size: 560px;
    border-collapse: collapse;
    font-size: var(--_size-small);
    font-variant-numeric: tabular-nums;
  }
  .sums :is(th, td) {
    padding: calc(5 * var(--_px)) calc(12 * var(--_px)) calc(5 * var(--_px)) 0;
    border-block-end: 1px solid var(--_line);
    font-weight: 400;
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  .sums :is(th, td):not(:first-child) {
    padding-inline: calc(12 * var(--_px)) 0;
    text-align: end;
    white-space: nowrap;
  }
  .sums thead th {
    color: var(--_ink-2);
    font-size: var(--_size-tiny);
  }
  .sums td > bdi {
    display: block;
  }
  @media (forced-colors: active) {
    .fold .chip[aria-pressed='true'] {
      outline: 2px solid var(--_accent);
      outline-offset: -2px;
    }
  }
`;

// The layout of the history's tools. Loaded with them.
import { css } from 'lit';

export const historyStyles = css`
  #history {
    display: grid;
    gap: calc(10 * var(--_px));
    padding-block-start: calc(6 * var(--_px));
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(8 * var(--_px)) calc(12 * var(--_px));
  }
  #history p {
    margin: 0;
  }
  #history .bad {
    color: var(--_live);
  }
  .tools > p {
    flex: 1 1 200px;
  }
  .tools > .ways {
    justify-content: flex-start;
    margin: 0;
  }
  .tools > meter {
    flex: 0 1 160px;
    block-size: 4px;
    border-radius: 2px;
    appearance: none;
    background: var(--_paper-3);
    overflow: clip;
  }
  meter::-webkit-meter-bar {
    block-size: 4px;
    border: 0;
    border-radius: 2px;
    background: var(--_paper-3);
  }
  meter::-webkit-meter-optimum-value {
    border-radius: 2px;
    background: var(--_accent);
  }
  meter::-moz-meter-bar {
    background: var(--_accent);
  }
  .fold > summary {
    min-block-size: var(--_control-small);
    color: var(--_ink-2);
    font-size: var(--_size-small);
    cursor: pointer;
  }
  .fold > summary > bdi {
    color: var(--_ink);
    font-weight: 600;
  }
  .fold > div {
    display: grid;
    gap: calc(10 * var(--_px));
    padding-block: calc(8 * var(--_px));
  }
  .fold .ways {
    justify-content: flex-start;
    margin: 0;
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
  .question {
    padding: calc(10 * var(--_px)) calc(12 * var(--_px));
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    background: var(--_paper-2);
  }
`;

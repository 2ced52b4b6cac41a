// The layout of lines with their buttons, of what unfolds, and of a question before what cannot be undone. Loaded with them.
import { css } from 'lit';

export const toolStyles = css`
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(8 * var(--_px)) calc(12 * var(--_px));
  }
  .tools > p {
    flex: 1 1 200px;
  }
  .tools > .warn {
    color: var(--_warning);
  }
  .tools > .ways,
  .fold .ways {
    display: flex;
    flex-wrap: wrap;
    gap: calc(8 * var(--_px));
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
  .tools > meter::-webkit-meter-bar {
    block-size: 4px;
    border: 0;
    border-radius: 2px;
    background: var(--_paper-3);
  }
  .tools > meter::-webkit-meter-optimum-value {
    border-radius: 2px;
    background: var(--_accent);
  }
  .tools > meter::-moz-meter-bar {
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
  .question {
    padding: calc(10 * var(--_px)) calc(12 * var(--_px));
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    background: var(--_paper-2);
  }
`;

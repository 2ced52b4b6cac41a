// The layout of the controls a chip opens. Loaded with them.
import { css } from 'lit';

export const panelStyles = css`
  .uploaded {
    position: absolute;
    inset-block-end: 0;
    inset-inline: 0;
    inline-size: 100%;
    border-radius: 0;
  }
  .panel-body {
    display: grid;
    gap: calc(12 * var(--_px));
    padding: calc(14 * var(--_px)) calc(18 * var(--_px));
  }
  .group {
    display: grid;
    gap: 4px;
    min-inline-size: 0;
    font-size: var(--_size-small);
  }
  .group > .label {
    color: var(--_ink-2);
  }
  @container (inline-size >= 480px) {
    .panel-body > .group {
      grid-template-columns: 88px 1fr;
      align-items: center;
    }
    .panel-body > .group > .hint {
      grid-column: 2;
    }
  }
  @container (inline-size < 480px) {
    .panel-body {
      padding-inline: calc(14 * var(--_px));
    }
  }
  .frame-choice {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(8 * var(--_px));
  }
  .panel-body > .danger {
    justify-self: start;
  }
  .options {
    display: flex;
    flex-wrap: wrap;
    gap: calc(6 * var(--_px));
  }
  .panel-body > .input {
    max-inline-size: calc(420 * var(--_px));
  }
  .models {
    display: grid;
    gap: calc(8 * var(--_px));
    max-block-size: min(calc(300 * var(--_px)), 45vh);
    max-inline-size: calc(420 * var(--_px));
    overflow-y: auto;
    overscroll-behavior: contain;
    font-size: var(--_size-small);
  }
  .models .label {
    color: var(--_ink-2);
  }
  .model {
    display: flex;
    align-items: center;
    min-block-size: var(--_control);
    padding-inline: calc(10 * var(--_px));
    border-radius: var(--_radius-small);
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .model[aria-selected='true'] {
    color: var(--_accent);
    font-weight: 600;
  }
  .model.active {
    background: var(--_paper-3);
  }
  @media (hover: hover) {
    .model:hover {
      background: var(--_paper-2);
    }
    .model.active:hover {
      background: var(--_paper-3);
    }
  }
  /* A long text does not fit its chip. */
  .chips > .chip > bdi {
    max-inline-size: 28ch;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .option {
    position: relative;
    cursor: pointer;
  }
  .option > input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .option > .chip {
    font-weight: 400;
  }
  .option > input:checked + .chip {
    border-color: var(--_accent);
    color: var(--_accent);
    font-weight: 600;
    box-shadow: inset 0 0 0 1px var(--_accent);
  }
  /* Pointers never focus it, and in WebKit arrow keys are no :focus-visible. */
  .option > input:focus + .chip {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .shape {
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    inline-size: 16px;
    block-size: 16px;
  }
  .pair {
    display: flex;
    flex-wrap: wrap;
    gap: calc(12 * var(--_px));
    align-items: end;
  }
  .pair > .field {
    flex: 1 1 120px;
    max-inline-size: 220px;
  }
  .panel-body > .field {
    max-inline-size: 420px;
  }
  .panel-body > .wide {
    max-inline-size: none;
  }
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr));
    gap: calc(14 * var(--_px));
  }
  .fields > .wide {
    grid-column: 1 / -1;
  }
  .panel-body .hint {
    margin: 0;
    color: var(--_ink-3);
    font-size: var(--_size-tiny);
  }
  .several {
    display: grid;
    gap: calc(10 * var(--_px));
    justify-items: start;
    min-inline-size: 0;
    max-inline-size: calc(420 * var(--_px));
    margin: 0;
    padding: calc(12 * var(--_px)) calc(14 * var(--_px)) calc(14 * var(--_px));
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    font-size: var(--_size-small);
  }
  .several > legend {
    padding-inline: calc(4 * var(--_px));
    margin-inline-start: calc(-4 * var(--_px));
    font-weight: 600;
  }
  .several > span.label {
    color: var(--_ink-2);
  }
  .several > .field {
    inline-size: 100%;
  }
  .several > .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 0 calc(16 * var(--_px));
    margin-block-start: calc(-8 * var(--_px));
  }
  .several-model {
    display: flex;
    gap: calc(6 * var(--_px));
    align-items: center;
    min-block-size: var(--_control);
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .mono {
    font-family: var(--_font-mono);
    font-size: var(--_size-small);
  }
  @media (forced-colors: active) {
    .option > input:checked + .chip,
    .model.active {
      outline: 2px solid var(--_accent);
      outline-offset: -2px;
    }
  }
`;

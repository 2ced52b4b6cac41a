// The layout of the controls a chip opens. Loaded with them.
import { css } from 'lit';

export const panelStyles = css`
  .panel-body {
    display: grid;
    gap: 12px;
    padding: 14px 18px;
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
      padding-inline: 14px;
    }
  }
  .frame-choice {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }
  .panel-body > .danger {
    justify-self: start;
  }
  .options {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
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
  .option > input:focus-visible + .chip {
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
    gap: 12px;
    align-items: end;
  }
  .pair > .field {
    flex: 1 1 120px;
    max-inline-size: 220px;
  }
  .panel-body > .field {
    max-inline-size: 420px;
  }
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr));
    gap: 14px;
  }
  .fields > .wide {
    grid-column: 1 / -1;
  }
  .panel-body .hint {
    margin: 0;
    color: var(--_ink-3);
    font-size: var(--_size-tiny);
  }
  .mono {
    font-family: var(--_font-mono);
    font-size: var(--_size-small);
  }
  @media (forced-colors: active) {
    .option > input:checked + .chip {
      outline: 2px solid Highlight;
    }
  }
`;

// The help with the prompt. Loaded with it.
import { css } from 'lit';

export const helpStyles = css`
  .phrase {
    font-weight: 400;
  }
  .phrase[aria-pressed='true'] {
    border-color: var(--_accent);
    color: var(--_accent);
    font-weight: 600;
    box-shadow: inset 0 0 0 1px var(--_accent);
  }
  .group > .options {
    align-items: center;
  }
  .suggestion {
    display: grid;
    gap: calc(8 * var(--_px));
    padding: calc(10 * var(--_px)) calc(12 * var(--_px));
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
  }
  .difference {
    margin: 0;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .difference del {
    color: var(--_ink-3);
    text-decoration: line-through;
  }
  .difference ins {
    border-radius: 3px;
    background: var(--_paper-3);
    color: var(--_accent);
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  .difference del + ins {
    margin-inline-start: 0.3em;
  }
  .replaced {
    align-items: center;
  }
  .panel-body > .past {
    align-items: start;
  }
  .past > .label {
    padding-block-start: calc(8 * var(--_px));
  }
  .past-body {
    display: grid;
    gap: calc(6 * var(--_px));
    min-inline-size: 0;
  }
  .prompts {
    display: grid;
    max-block-size: calc(160 * var(--_px));
    margin: 0;
    padding: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
    list-style: none;
  }
  .past-prompt {
    inline-size: 100%;
    min-block-size: var(--_control);
    padding: calc(4 * var(--_px)) calc(10 * var(--_px));
    border-radius: var(--_radius-small);
    overflow-wrap: anywhere;
  }
  .past-prompt:focus-visible {
    outline-offset: -2px;
  }
  .panel-body > .negative {
    max-inline-size: none;
  }
  @media (hover: hover) {
    .past-prompt:hover {
      background: var(--_paper-2);
    }
  }
  @media (forced-colors: active) {
    .phrase[aria-pressed='true'] {
      outline: 2px solid var(--_accent);
      outline-offset: -2px;
    }
  }
`;

// Buttons and chips of both elements.
import { css } from 'lit';

/**
 * `.button` (with `.primary`, `.danger` or `.quiet`, and `.round` for an icon alone), `.chip` (a value that opens).
 * Everything reaches `--_control` in height: 32 px, 44 px on coarse pointers.
 */
export const buttons = css`
  button,
  input,
  select,
  textarea {
    margin: 0;
    color: inherit;
    font: inherit;
    letter-spacing: inherit;
  }
  button {
    padding: 0;
    border: 0;
    background: none;
    text-align: inherit;
    cursor: pointer;
    touch-action: manipulation;
    -webkit-tap-highlight-color: transparent;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  :disabled {
    cursor: default;
    opacity: 0.55;
  }
  .button,
  .chip {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: calc(6 * var(--_px));
    min-inline-size: var(--_control);
    min-block-size: var(--_control);
    padding-inline: calc(12 * var(--_px));
    border: 1px solid var(--_line);
    border-radius: 999px;
    background: var(--_paper);
    color: var(--_ink);
    font-size: var(--_size-small);
    font-weight: 600;
    line-height: 1.2;
    white-space: nowrap;
    text-decoration: none;
    transition:
      border-color var(--_motion),
      background-color var(--_motion);
  }
  .chip > .label {
    color: var(--_ink-2);
    font-weight: 400;
  }
  .chip {
    font-variant-numeric: tabular-nums;
  }
  .chip[aria-expanded='true'] {
    border-color: var(--_ink);
  }
  .button.quiet {
    border-color: transparent;
    background: transparent;
    color: var(--_ink-2);
  }
  .button.danger {
    color: var(--_live);
  }
  .button.round {
    inline-size: var(--_control);
    padding: 0;
    flex: none;
  }
  .button.primary {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }
  @media (hover: hover) {
    .button:not(:disabled):hover,
    .chip:not(:disabled):hover {
      border-color: var(--_ink-3);
    }
    .button.quiet:not(:disabled):hover {
      border-color: transparent;
      background: var(--_paper-3);
      color: var(--_ink);
    }
    .button.primary:not(:disabled):hover {
      border-color: var(--_accent);
      background: color-mix(in srgb, var(--_accent) 88%, var(--_ink));
    }
  }
  @media (forced-colors: active) {
    .button.primary {
      forced-color-adjust: none;
      border-color: ButtonText;
      background: Highlight;
      color: HighlightText;
    }
    .chip[aria-expanded='true'] {
      border-color: var(--_accent);
    }
  }
`;

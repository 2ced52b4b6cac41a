// Labels and inputs of both elements.
import { css } from 'lit';

/** `.field` (a label around `.label`, `.input` and `.hint`), `.input` alone. */
export const fields = css`
  .field {
    display: grid;
    gap: 4px;
    min-inline-size: 0;
    font-size: var(--_size-small);
  }
  .field > .label {
    color: var(--_ink-2);
  }
  .field > .hint {
    color: var(--_ink-3);
    font-size: var(--_size-tiny);
  }
  .input {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: max(36 * var(--_px), var(--_control));
    padding: calc(6 * var(--_px)) calc(10 * var(--_px));
    border: 1px solid var(--_ink-3);
    border-radius: var(--_radius-small);
    background: var(--_paper);
    color: var(--_ink);
    font-size: var(--_size);
  }
  .input:focus-visible {
    outline-offset: -1px;
  }
  .input[aria-invalid='true'] {
    border-color: var(--_live);
  }
  .input::placeholder {
    color: var(--_ink-3);
    opacity: 1;
  }
  /* Engines draw these three each in their own way: the arrow is ours, and numbers are stepped by the arrow keys. */
  select.input {
    padding-inline-end: calc(26 * var(--_px));
    appearance: none;
    background-image:
      linear-gradient(45deg, transparent 50%, var(--_ink-2) 50%), linear-gradient(135deg, var(--_ink-2) 50%, transparent 50%);
    background-position:
      calc(100% - 15px) 55%,
      calc(100% - 10px) 55%;
    background-repeat: no-repeat;
    background-size: 5px 5px;
  }
  select.input:dir(rtl) {
    background-position:
      10px 55%,
      15px 55%;
  }
  .input:is([type='number'], [type='search']) {
    appearance: textfield;
  }
  ::-webkit-inner-spin-button {
    margin: 0;
    appearance: none;
  }
  textarea.input {
    min-block-size: 72px;
    resize: vertical;
  }
  /* Forced, a field loses its pictures; its colors are the system's already. */
  @media (forced-colors: active) {
    select.input {
      forced-color-adjust: none;
    }
  }
  /* iOS zooms the page into a focused field smaller than this. */
  @media (pointer: coarse) {
    .input {
      font-size: max(16px, var(--_size));
    }
  }
`;

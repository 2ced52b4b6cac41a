// The button for notes and what comes of one. Loaded with the full view.
import { css } from 'lit';

export const noteStyles = css`
  .viewer .note-key {
    display: grid;
    justify-items: start;
    gap: 8px;
  }
  .note-key > .button {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    block-size: auto;
    min-block-size: var(--_control);
    white-space: normal;
    text-align: start;
    touch-action: none;
    -webkit-user-select: none;
    user-select: none;
  }
  .note-key > .button > svg {
    flex: none;
  }
  .note-key > .button[aria-pressed='true'] {
    border-color: var(--_live);
    background: var(--_live);
    color: var(--_on-live);
  }
  .note-key > p {
    margin: 0;
    font-size: var(--_size-small);
    overflow-wrap: anywhere;
  }
  .note-key > .hint {
    color: var(--_ink-2);
  }
  .note-draft {
    display: grid;
    justify-items: start;
    gap: 8px;
    inline-size: 100%;
    box-sizing: border-box;
    padding: 12px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
  }
  .note-draft > h3,
  .note-draft > p {
    margin: 0;
    font-size: var(--_size-small);
    overflow-wrap: anywhere;
  }
  .note-draft > .difference {
    white-space: pre-wrap;
  }
  .note-draft del {
    color: var(--_ink-3);
  }
  .note-draft ins {
    border-radius: 3px;
    background: var(--_paper-3);
    color: var(--_accent);
    font-weight: 600;
    text-underline-offset: 2px;
  }
  .note-draft del + ins {
    margin-inline-start: 0.3em;
  }
`;

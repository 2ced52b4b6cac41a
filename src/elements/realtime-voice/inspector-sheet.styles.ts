// How the inspector is set out. Loaded with it.
import { css } from 'lit';

import { sheetStyles } from './sheet.styles.js';

export const inspectorStyles = css`
  ${sheetStyles}
  .inspector {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 5fr) minmax(0, 6fr);
    gap: 10px 14px;
    block-size: 100%;
    font-size: var(--_size-small);
  }
  .tools {
    display: flex;
    grid-column: 1 / -1;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }
  .tools .input {
    flex: 1 1 140px;
    inline-size: auto;
    font-size: var(--_size-small);
  }
  .audio {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  .audio input {
    accent-color: var(--_accent);
  }
  .earlier .icon {
    rotate: 90deg;
  }
  .later .icon {
    rotate: -90deg;
  }
  .events,
  .then {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .events,
  .detail {
    min-block-size: 0;
    overflow-y: auto;
    scrollbar-width: thin;
  }
  .events button {
    display: flex;
    gap: 8px;
    inline-size: 100%;
    min-block-size: max(26px, calc(var(--_control) - 10px));
    align-items: center;
    padding-inline: 6px;
    border-radius: 6px;
    white-space: nowrap;
  }
  .events button:hover {
    background: var(--_paper-2);
  }
  .events button[aria-current] {
    background: var(--_paper-3);
  }
  .events time {
    color: var(--_ink-3);
    font-size: var(--_size-tiny);
  }
  .events code {
    overflow: hidden;
    font-size: var(--_size-tiny);
    text-overflow: ellipsis;
  }
  .detail p {
    margin: 0 0 4px;
  }
  .detail pre {
    margin: 0 0 12px;
    padding: 8px 10px;
    overflow: auto;
    border-radius: var(--_radius-small);
    background: var(--_paper-2);
    font-size: var(--_size-tiny);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .then {
    display: grid;
    gap: 4px;
  }
  @container (max-width: 560px) {
    .inspector {
      grid-template: auto minmax(0, 2fr) minmax(0, 3fr) / minmax(0, 1fr);
    }
  }
`;

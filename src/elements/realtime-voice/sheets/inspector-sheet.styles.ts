// How the inspector is set out. Loaded with it.
import { css } from 'lit';

import { sheetStyles } from './sheet.styles.js';

export const inspectorStyles = css`
  ${sheetStyles}
  .inspector {
    display: flex;
    flex-direction: column;
    gap: calc(10 * var(--_px));
    min-block-size: 100%;
    font-size: var(--_size-small);
  }
  .inspector p {
    margin: 0;
  }
  .inspector h3 {
    margin: calc(12 * var(--_px)) 0 calc(6 * var(--_px));
    font-size: var(--_size-small);
    font-weight: 600;
  }
  .tools,
  .files,
  .speeds,
  .steps {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(8 * var(--_px));
  }
  .steps,
  .speeds {
    flex-wrap: nowrap;
  }
  .tools .input {
    flex: 1 1 140px;
    inline-size: auto;
    font-size: var(--_size-small);
  }
  .audio {
    display: flex;
    min-block-size: var(--_control);
    align-items: center;
    gap: calc(6 * var(--_px));
  }
  .earlier .icon {
    rotate: 180deg;
  }
  .problem {
    color: var(--_live);
  }
  .opened {
    padding: calc(6 * var(--_px)) calc(10 * var(--_px));
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    overflow-wrap: anywhere;
  }
  .opened summary {
    color: var(--_warning);
    cursor: pointer;
  }
  .unread {
    max-block-size: 120px;
    margin: calc(6 * var(--_px)) 0 0;
    padding: 0;
    overflow-y: auto;
    list-style: none;
  }
  .panes {
    display: flex;
    flex: 1 0 280px;
    gap: calc(10 * var(--_px));
    min-block-size: 0;
  }
  .events,
  .detail {
    flex: 1 1 0;
    min-block-size: 0;
    min-inline-size: 0;
  }
  .events,
  .detail {
    overflow-y: auto;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    scrollbar-width: thin;
  }
  .events:focus-visible {
    outline-offset: -2px;
  }
  .detail {
    padding: calc(8 * var(--_px)) calc(10 * var(--_px));
  }
  .space {
    block-size: var(--_rows);
    overflow: clip;
  }
  .drawn {
    padding-block-start: var(--_start);
  }
  .event {
    display: flex;
    gap: calc(8 * var(--_px));
    align-items: center;
    block-size: var(--_row);
    padding-inline: calc(8 * var(--_px));
    overflow: clip;
    border-inline-start: 2px solid transparent;
    cursor: default;
    white-space: nowrap;
  }
  .event:hover {
    background: var(--_paper-2);
  }
  .event[aria-selected='true'] {
    background: var(--_paper-3);
    border-color: var(--_accent);
  }
  .event time {
    flex: none;
    color: var(--_ink-3);
    font-size: var(--_size-tiny);
  }
  .event code {
    overflow: hidden;
    font-size: var(--_size-tiny);
    text-overflow: ellipsis;
  }
  .detail pre {
    margin: calc(6 * var(--_px)) 0 0;
    padding: calc(8 * var(--_px)) calc(10 * var(--_px));
    overflow: auto;
    border-radius: var(--_radius-small);
    background: var(--_paper-2);
    font-size: var(--_size-tiny);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .facts,
  .then {
    display: grid;
    gap: 4px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .facts > div {
    display: grid;
    grid-template-columns: minmax(72px, 1fr) minmax(0, 3fr);
    gap: calc(10 * var(--_px));
    padding-inline-start: calc(8 * var(--_px));
    border-inline-start: 2px solid transparent;
  }
  .facts > .changed {
    border-color: var(--_accent);
  }
  .facts dt {
    color: var(--_ink-2);
  }
  .facts dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .facts > .changed dd {
    font-weight: 600;
  }
  .then .note {
    font-size: var(--_size-tiny);
  }
  .then p {
    overflow-wrap: anywhere;
  }
  @container (max-width: 560px) {
    .panes {
      flex: 1 0 380px;
      flex-direction: column;
    }
    .events {
      flex: 2 1 0;
    }
    .detail {
      flex: 3 1 0;
    }
  }
  @media (forced-colors: active) {
    .event[aria-selected='true'] {
      outline: 1px solid var(--_accent);
      outline-offset: -1px;
    }
    .facts > .changed {
      border-color: var(--_accent);
    }
  }
`;

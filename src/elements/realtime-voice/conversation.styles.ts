// How a conversation under way is set: transcript, function calls, meters. Loaded with it.
import { css } from 'lit';

export const conversationStyles = css`
  .group {
    margin: 0;
    padding: 0 18px;
    list-style: none;
    content-visibility: auto;
    contain-intrinsic-block-size: auto 2000px;
  }
  .group:last-child {
    content-visibility: visible;
  }
  .line {
    display: grid;
    grid-template-columns: 52px minmax(0, 1fr);
    gap: 0 10px;
    padding-block: 6px;
  }
  .name {
    overflow: hidden;
    padding-block-start: 2px;
    color: var(--_ink-2);
    font-size: var(--_size-tiny);
    font-weight: 600;
    text-overflow: ellipsis;
  }
  .words {
    margin: 0;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .pale,
  s {
    color: var(--_ink-3);
  }
  .call,
  .output {
    grid-column: 2;
    min-inline-size: 0;
  }
  .call {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: end;
    gap: 4px 8px;
    min-block-size: 36px;
    padding: 4px 6px 4px 12px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
  }
  .answer {
    display: flex;
    gap: 8px;
  }
  .call .button {
    min-block-size: max(26px, calc(var(--_control) - 6px));
  }
  .call .note {
    padding-inline: 6px;
  }
  code,
  pre {
    font-family: var(--_font-mono);
    font-size: var(--_size-small);
  }
  .call code,
  .output summary code {
    flex: 1 1 200px;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .output summary {
    display: flex;
    min-block-size: 24px;
    align-items: center;
    padding-inline: 12px;
    color: var(--_ink-3);
    cursor: pointer;
    list-style: none;
  }
  .output summary::before {
    content: '→';
    padding-inline-end: 8px;
  }
  .output[open] summary code {
    visibility: hidden;
  }
  .output pre {
    max-block-size: 240px;
    margin: 4px 0 0;
    padding: 8px 12px;
    overflow: auto;
    border-radius: var(--_radius-small);
    background: var(--_paper-2);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .live {
    color: var(--_live);
  }
  .gauges {
    display: grid;
    flex: none;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 4px 12px;
    margin: 0;
    padding: 10px 18px;
    border-block-start: 1px solid var(--_line);
    color: var(--_ink-2);
    font-size: var(--_size-tiny);
  }
  .gauge {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: center;
  }
  .gauge dd {
    margin: 0;
    text-align: end;
  }
  .gauge .bar {
    display: flex;
    block-size: 6px;
    overflow: clip;
    border-radius: 3px;
    background: var(--_paper-3);
  }
  .bar::before,
  .bar::after {
    content: '';
    inline-size: var(--_share-0, 0%);
    background: var(--_ink-2);
  }
  .bar::after {
    inline-size: var(--_share-1, 0%);
    border-radius: 3px;
    background: var(--_accent);
  }
  .few .bar::after {
    background: var(--_warning);
  }
  @container (max-width: 400px) {
    .line {
      grid-template-columns: minmax(0, 1fr);
    }
    .call,
    .output {
      grid-column: 1;
    }
  }
  @media (forced-colors: active) {
    .bar {
      border: 1px solid ButtonText;
    }
    .bar::before,
    .bar::after {
      forced-color-adjust: none;
      background: Highlight;
    }
  }
`;

// How a conversation under way is set: transcript, function calls, meters. Loaded with it.
import { css } from 'lit';

import { picturesStyles } from './pictures/pictures.styles.js';

export const conversationStyles = css`
  ${picturesStyles}
  .group {
    margin: 0;
    padding: 0 calc(18 * var(--_px));
    list-style: none;
    content-visibility: auto;
    contain-intrinsic-block-size: auto 2000px;
  }
  .chapter {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 16000px;
  }
  .chapter:last-child,
  .chapter:last-child > .group:last-child {
    content-visibility: visible;
  }
  .line {
    position: relative;
    display: grid;
    grid-template-columns: 4.6em minmax(0, 1fr);
    gap: 0 calc(10 * var(--_px));
    padding-block: calc(6 * var(--_px));
  }
  .name {
    overflow: hidden;
    padding-block-start: 2px;
    color: var(--_ink-2);
    font-size: var(--_size-tiny);
    font-weight: 600;
    text-overflow: ellipsis;
  }
  .words,
  .section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(8 * var(--_px));
    overflow-wrap: anywhere;
  }
  .words {
    max-inline-size: 46rem;
    padding-inline-end: calc(20 * var(--_px));
  }
  .section {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 400px;
  }
  .section:last-child {
    content-visibility: visible;
  }
  .words p {
    margin: 0;
  }
  .plain {
    white-space: pre-wrap;
  }
  .pale,
  .other,
  s {
    color: var(--_ink-3);
  }
  .system .words {
    color: var(--_ink-2);
    font-size: var(--_size-small);
  }
  .copy {
    position: absolute;
    inset-block-start: 4px;
    inset-inline-end: -6px;
    inline-size: 24px;
    block-size: 24px;
    border-radius: 6px;
    color: var(--_ink-2);
    opacity: 0;
  }
  .copy::before,
  .copy::after {
    content: '';
    position: absolute;
    inset: calc(50% - 7px) calc(50% - 4px) calc(50% - 4px) calc(50% - 7px);
    border: 1.4px solid currentColor;
    border-radius: 2.5px;
  }
  .copy::after {
    inset: calc(50% - 4px) calc(50% - 7px) calc(50% - 7px) calc(50% - 4px);
    background: var(--_paper);
  }
  .copy[data-done] {
    color: var(--_accent);
    opacity: 1;
  }
  .copy[data-done]::after {
    background: currentColor;
  }
  .line:hover > .copy,
  .copy:focus-visible {
    opacity: 1;
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
    gap: 4px calc(8 * var(--_px));
    min-block-size: 36px;
    padding: 4px calc(6 * var(--_px)) 4px calc(12 * var(--_px));
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
  }
  .server {
    flex: none;
  }
  .answer {
    display: flex;
    gap: calc(8 * var(--_px));
  }
  .remote-video {
    flex: none;
    max-block-size: 45%;
    inline-size: 100%;
    object-fit: contain;
    background: var(--_paper-3);
  }
  .rendered {
    display: block;
    padding: calc(12 * var(--_px));
    overflow-wrap: anywhere;
  }
  .rendered > .answer {
    margin-block-start: calc(10 * var(--_px));
  }
  .call .button {
    min-block-size: var(--_control-small);
  }
  .call .note {
    padding-inline: calc(6 * var(--_px));
  }
  code,
  pre {
    font-family: var(--_font-mono);
    font-size: var(--_size-small);
  }
  .call > code,
  .output summary code {
    flex: 1 1 200px;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .arguments {
    flex: 1 0 100%;
    min-inline-size: 0;
    padding-inline-end: calc(6 * var(--_px));
  }
  .arguments summary,
  .output summary {
    display: flex;
    min-block-size: var(--_control-small);
    align-items: center;
    color: var(--_ink-3);
    cursor: pointer;
    list-style: none;
  }
  .arguments summary {
    font-size: var(--_size-tiny);
  }
  .arguments summary::before {
    content: '';
    inline-size: 5px;
    block-size: 5px;
    margin-inline: 2px calc(8 * var(--_px));
    border: solid currentColor;
    border-width: 0 1.4px 1.4px 0;
    transform: rotate(-45deg);
  }
  .arguments summary:dir(rtl)::before {
    transform: rotate(135deg);
  }
  .arguments[open] summary::before {
    transform: rotate(45deg);
  }
  .output summary {
    padding-inline: calc(12 * var(--_px));
  }
  .output summary::before {
    content: '→';
    padding-inline-end: calc(8 * var(--_px));
  }
  .output summary:dir(rtl)::before {
    content: '←';
  }
  .output[open] summary code {
    visibility: hidden;
  }
  .arguments pre,
  .output pre {
    max-block-size: 240px;
    margin: 4px 0 0;
    padding: calc(8 * var(--_px)) calc(12 * var(--_px));
    overflow: auto;
    border-radius: var(--_radius-small);
    background: var(--_paper-2);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
    scrollbar-width: thin;
  }
  .tools summary span {
    flex: none;
    padding-inline-end: calc(8 * var(--_px));
    font-size: var(--_size-tiny);
  }
  .tools ul {
    margin: 0;
    padding-inline: calc(24 * var(--_px)) calc(12 * var(--_px));
  }
  .line > p.note {
    grid-column: 2;
    margin: 0;
    padding: 4px calc(12 * var(--_px));
  }
  .line > p.handover {
    padding-inline: 0;
  }
  .picture {
    display: block;
    max-inline-size: min(100%, 320px);
    max-block-size: 320px;
    border-radius: var(--_radius-small);
  }
  .speaker {
    color: var(--_ink-2);
    font-size: var(--_size-tiny);
    font-weight: 600;
  }
  .live {
    color: var(--_live);
  }
  .latest {
    position: relative;
    z-index: 1;
    block-size: 0;
  }
  .latest .button {
    position: absolute;
    inset-block-end: 10px;
    inset-inline: 0;
    inline-size: max-content;
    margin-inline: auto;
    padding-inline: calc(10 * var(--_px)) calc(14 * var(--_px));
    border-color: var(--_ink-3);
  }
  .consent {
    position: absolute;
    z-index: 1;
    inset: 0;
    display: flex;
    flex-direction: column;
    background: var(--_paper);
    outline-offset: -2px;
  }
  .consent .body {
    flex: 1;
    min-block-size: 0;
    overflow-y: auto;
    padding: calc(16 * var(--_px)) calc(18 * var(--_px));
    border-block-start: 1px solid var(--_line);
    scrollbar-width: thin;
  }
  .consent h2 {
    margin: 0 0 calc(8 * var(--_px));
    font-size: var(--_size);
  }
  .consent .note {
    margin: calc(12 * var(--_px)) 0 0;
  }
  .answers {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: calc(8 * var(--_px));
    padding: calc(12 * var(--_px)) calc(18 * var(--_px));
    border-block-start: 1px solid var(--_line);
  }
  .gauges {
    display: flex;
    flex: none;
    align-items: center;
    gap: calc(6 * var(--_px));
    padding-block: calc(8 * var(--_px));
    padding-inline: calc(18 * var(--_px)) calc(10 * var(--_px));
    border-block-start: 1px solid var(--_line);
    color: var(--_ink-2);
    font-size: var(--_size-tiny);
  }
  .gauges dl {
    display: grid;
    flex: 1;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 4px calc(12 * var(--_px));
    margin: 0;
  }
  .gauges .icon {
    rotate: -90deg;
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
    .line > p.note,
    .output {
      grid-column: 1;
    }
    .group {
      padding-inline: calc(14 * var(--_px));
    }
  }
  /* Where nothing hovers, the newest message has the button; all have the browser's own. */
  @media (hover: none) {
    .copy {
      inline-size: var(--_control);
      block-size: var(--_control);
      inset-inline-end: calc((var(--_control) - 12px) / -2);
      inset-block-start: calc((var(--_control) - 32px) / -2);
    }
    /* Not hidden: the arrow keys go to it. */
    .copy:not([tabindex='0'], :focus-visible, [data-done]) {
      opacity: 0;
      pointer-events: none;
    }
    .copy[tabindex='0'] {
      opacity: 1;
    }
  }
  @media (forced-colors: active) {
    .bar {
      border: 1px solid ButtonText;
    }
    .bar::before,
    .bar::after {
      forced-color-adjust: none;
      background: var(--_accent);
    }
  }
`;

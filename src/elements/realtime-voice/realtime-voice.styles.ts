// Where things stand in <realtime-voice>, and what is particular to it. Colors and controls come from elements/shared.
import { css } from 'lit';

import { controls } from '../shared/controls.styles.js';
import { tokens } from '../shared/tokens.styles.js';

const layout = css`
  :host {
    block-size: 38rem;
    min-block-size: 20rem;
  }
  /* Until its launcher is there. */
  :host([launcher]) {
    position: fixed;
    block-size: 0;
    min-block-size: 0;
  }
  .frame {
    display: flex;
    flex-direction: column;
    block-size: 100%;
  }
  .top {
    display: flex;
    align-items: center;
    gap: calc(8 * var(--_px));
    min-block-size: 44px;
    padding-inline: calc(16 * var(--_px));
    font-size: var(--_size-small);
  }
  .dot {
    flex: none;
    inline-size: 8px;
    block-size: 8px;
    border-radius: 50%;
    background: var(--_accent);
  }
  .dot:is(.ready, .ended) {
    background: var(--_ink-3);
  }
  .dot:is(.connecting, .reconnecting) {
    border: 2px solid var(--_accent);
    background: none;
  }
  .dot.failed {
    background: var(--_live);
  }
  .top > * {
    white-space: nowrap;
  }
  .top > .transport {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .clock {
    flex: none;
    margin-inline-start: auto;
  }
  .stop {
    flex: none;
    min-block-size: var(--_control-small);
    margin-inline-start: auto;
    font-weight: 400;
  }
  .stop + .clock {
    margin-inline-start: 0;
  }
  .trace {
    flex: none;
    inline-size: calc(100% - 32 * var(--_px));
    block-size: clamp(64px, 22cqi, 132px);
    margin-inline: calc(16 * var(--_px));
    border: 0 solid var(--_line);
    color: var(--_ink);
    outline: 0 solid var(--_accent);
    caret-color: color-mix(in srgb, var(--_accent) 50%, var(--_paper));
  }
  /*
   * What the trace itself draws of silence, before there is anything to draw. Firefox draws no repeating gradient in which a color comes from
   * color-mix(), and with more contrast the line's does: so the bars are cut out of plain colors.
   */
  .trace.still {
    --_rest: color-mix(in srgb, var(--_accent) 50%, var(--_paper));
    background:
      linear-gradient(var(--_line), var(--_line)) 0 50% / 62% 4px no-repeat,
      linear-gradient(var(--_rest), var(--_rest)) 100% 50% / 37% 4px no-repeat;
    mask: linear-gradient(90deg, #000 2.5px, transparent 0) 0 / 6px;
  }
  .stage {
    position: relative;
    display: flex;
    flex: 1;
    flex-direction: column;
    min-block-size: 0;
  }
  .under {
    display: contents;
  }
  /* Reversed, so that the browser itself keeps the newest line in view and leaves a reader who scrolled up in peace. */
  .scroller {
    display: flex;
    flex: 1;
    flex-direction: column-reverse;
    min-block-size: 0;
    overflow-y: auto;
    border-block-start: 1px solid var(--_line);
    overscroll-behavior: contain;
    scrollbar-width: thin;
    scrollbar-color: var(--_line) transparent;
  }
  .scroller:focus-visible {
    outline-offset: -2px;
  }
  .lines {
    margin-block-end: auto;
    padding-block: calc(12 * var(--_px));
  }
  .lesson,
  ::slotted([slot='empty']) {
    padding: calc(12 * var(--_px)) calc(18 * var(--_px));
  }
  .lesson {
    margin: 0;
    color: var(--_ink-2);
  }
  .chips {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: calc(8 * var(--_px));
    padding: calc(8 * var(--_px)) calc(16 * var(--_px)) calc(12 * var(--_px));
  }
  .chips .chip {
    padding-block: 4px;
    font-weight: 400;
    text-align: start;
    white-space: normal;
    overflow-wrap: anywhere;
  }
  /* The newest words: what does not fit is cut at the start. */
  .caption {
    display: flex;
    flex: none;
    flex-direction: column-reverse;
    min-inline-size: 0;
    max-block-size: 3lh;
    margin: calc(8 * var(--_px)) calc(16 * var(--_px));
    overflow: hidden;
    overflow-wrap: anywhere;
  }
  .notice {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(6 * var(--_px)) calc(8 * var(--_px));
    padding: calc(8 * var(--_px)) calc(16 * var(--_px));
    border-block-start: 1px solid var(--_line);
    font-size: var(--_size-small);
  }
  .notice p {
    flex: 1 1 160px;
    margin: 0;
    color: var(--_ink-2);
  }
  .notice strong {
    color: var(--_live);
    font-weight: 600;
  }
  .notice.calm strong {
    color: var(--_ink);
  }
  .notice .note {
    display: block;
    overflow-wrap: anywhere;
  }
`;

const dock = css`
  .dock {
    display: flex;
    flex: none;
    align-items: center;
    gap: calc(10 * var(--_px));
    padding: calc(12 * var(--_px)) calc(14 * var(--_px));
    border-block-start: 1px solid var(--_line);
    background: var(--_paper-2);
  }
  .dock .button.round {
    inline-size: max(38 * var(--_px), var(--_control));
    min-block-size: max(38 * var(--_px), var(--_control));
    color: var(--_ink-2);
  }
  .talk {
    display: grid;
    flex: none;
    place-items: center;
    inline-size: 52px;
    block-size: 52px;
    border: 1px solid var(--_accent);
    border-radius: 50%;
    background: var(--_accent);
    color: var(--_on-accent);
    font-size: 17px;
    touch-action: none;
    user-select: none;
    transition: background-color var(--_motion);
  }
  .talk:is(.live, .held) {
    border-color: var(--_live);
    background: var(--_live);
    color: var(--_on-live);
  }
  .talk:is(.connecting, .muted) {
    border-color: var(--_ink-3);
    background: var(--_paper);
    color: var(--_ink);
  }
  .say {
    position: relative;
    display: flex;
    flex: 1;
    min-inline-size: 0;
  }
  .say .input {
    min-block-size: 44px;
    max-block-size: min(9lh, 40vh);
    padding: calc((42px - 1lh) / 2) calc(16 * var(--_px));
    border-color: color-mix(in srgb, var(--_ink-3) 70%, var(--_line));
    border-radius: 22px;
    resize: none;
    field-sizing: content;
  }
  .say .input::placeholder {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .say .input:not(:placeholder-shown) {
    padding-inline-end: 48px;
  }
  .dock .say .button.round {
    position: absolute;
    inset-block-end: 5px;
    inset-inline-end: 5px;
    inline-size: 34px;
    min-block-size: 34px;
    color: var(--_on-accent);
  }
  .say .input:placeholder-shown + .button {
    visibility: hidden;
  }
  @media (pointer: coarse) {
    .dock .say .button.round {
      inset-block-end: 0;
      inset-inline-end: 0;
      inline-size: 44px;
      min-block-size: 44px;
    }
  }
  @container (max-width: 400px) {
    .dock {
      gap: calc(6 * var(--_px));
      padding: calc(10 * var(--_px));
    }
    .talk {
      inline-size: 46px;
      block-size: 46px;
    }
    .say .input {
      padding-inline: calc(12 * var(--_px));
    }
    .dock:has([data-sheet='more']) .button[data-sheet='settings'] {
      display: none;
    }
    .notice p {
      flex-basis: calc(100% - 60px);
    }
    .notice .way-out {
      order: 1;
    }
  }
  @media (forced-colors: active) {
    .trace {
      forced-color-adjust: none;
    }
    .talk {
      border: 1px solid ButtonText;
    }
    .dot {
      forced-color-adjust: none;
      background: CanvasText;
    }
  }
`;

export const styles = [tokens, controls, layout, dock];

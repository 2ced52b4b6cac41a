// The frame of the full view and the comparison. Loaded with them.
import { css } from 'lit';

export const dialogStyles = css`
  .full {
    inline-size: min(1240px, 100vw - 32px);
    max-inline-size: none;
    block-size: min(860px, 100dvh - 32px);
    max-block-size: none;
    margin: auto;
    padding: 0;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    overflow: hidden;
    background: var(--_paper);
    color: var(--_ink);
    text-align: start;
  }
  .full:focus-visible {
    outline: none;
  }
  .full[open] {
    display: flex;
    flex-direction: column;
  }
  .full::backdrop {
    background: rgb(0 0 0 / 64%);
  }
  .full > .top {
    display: flex;
    align-items: center;
    gap: 4px;
    padding-block: 6px;
    padding-inline: 16px 8px;
    border-block-end: 1px solid var(--_line);
  }
  .full > .top > h2 {
    flex: 1;
    min-inline-size: 0;
    margin: 0;
    overflow: hidden;
    font-size: var(--_size-small);
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .full > .top .place {
    color: var(--_ink-2);
    font-size: var(--_size-small);
  }
  .full .stage {
    display: flex;
    flex-direction: column;
    min-inline-size: 0;
    min-block-size: 0;
    background: var(--_paper);
  }
  .full .screen {
    position: relative;
    flex: 1;
    min-block-size: 0;
    background: #000;
  }
  /* The next clip of a chain waits behind the one that is shown, drawn and ready. */
  .full .chain > [hidden] {
    display: block;
    visibility: hidden;
  }
  .full :is(.screen, .chain) > :is(video, canvas, .chain) {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
  }
  .full .screen > .trouble {
    position: absolute;
    inset: 0;
    background: var(--_paper-3);
  }
  .full .screen > .poster {
    background: #000;
  }
  .full .edits {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .full .edits > .button {
    block-size: auto;
    min-block-size: var(--_control);
    white-space: normal;
  }
  .full .transport {
    padding: 6px 10px;
    border-block-start: 1px solid var(--_line);
  }
  .turns:dir(rtl) > .icon {
    transform: scaleX(-1);
  }
  @media (max-width: 760px) {
    .full {
      inline-size: 100vw;
      block-size: 100dvh;
      border: 0;
      border-radius: 0;
    }
    .full .transport > .line {
      flex-basis: 100%;
      order: -1;
    }
    .full .transport > .clock {
      flex: 1;
    }
  }
  @media (forced-colors: active) {
    .full {
      border-color: CanvasText;
    }
  }
`;

// How the panel of a launcher stands in its corner, over the whole screen, or as one bar.
import { css } from 'lit';

/** Where the panel is the screen. */
export const narrowScreen = '(max-width: 479.98px)';

export const launcherStyles = css`
  .end {
    min-block-size: 56px;
    border-radius: 999px;
    padding-inline: 12px 20px;
    color: var(--_live);
  }
  .calling .mark {
    background: var(--_live);
    color: var(--_on-live);
  }
  .count {
    min-inline-size: 20px;
    padding-inline: 6px;
    border-radius: 10px;
    background: var(--_live);
    color: var(--_on-live);
    font-size: var(--_size-tiny);
    line-height: 20px;
    text-align: center;
  }
  [data-sounds] .mark i {
    animation: sound 0.6s ease-in-out infinite alternate;
  }
  [data-sounds] .mark i:nth-child(2) {
    animation-duration: 0.45s;
  }
  @keyframes sound {
    to {
      scale: 1 0.4;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .mark i {
      animation: none !important;
    }
  }
  @media (forced-colors: active) {
    .mark,
    .count {
      forced-color-adjust: none;
    }
  }
  .panel {
    position: static;
    flex: 0 1 640px;
    inline-size: min(408px, 100%);
    min-block-size: 0;
    max-inline-size: none;
    max-block-size: none;
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    container-type: inline-size;
    pointer-events: auto;
  }
  .panel[open] {
    display: flex;
    flex-direction: column;
  }
  .panel > .frame {
    flex: 1;
    block-size: auto;
    min-block-size: 0;
  }
  .panel .trace {
    block-size: 56px;
  }
  .top > .way-out {
    margin-inline: auto -8px;
  }
  :is(.clock, .stop) ~ .way-out {
    margin-inline-start: 0;
  }
  .way-out .icon {
    inline-size: 1.4em;
    block-size: 1.4em;
  }
  :is(.top-start, .top-center, .top-end):not(.covers) .way-out .icon {
    rotate: 180deg;
  }
  .disclosure {
    flex: none;
    margin: 0;
    padding: 0 calc(14 * var(--_px)) calc(8 * var(--_px));
    background: var(--_paper-2);
    font-size: var(--_size-tiny);
    text-align: center;
  }
  .covers .panel {
    position: fixed;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    padding: env(safe-area-inset-top) env(safe-area-inset-right) max(env(safe-area-inset-bottom), var(--_keyboard, 0px))
      env(safe-area-inset-left);
    background: var(--_paper);
  }
  .covers .frame {
    border: 0;
    border-radius: 0;
  }
  .panel::backdrop {
    background: none;
  }
  .as-compact .panel {
    flex: none;
    inline-size: min(520px, 100%);
    max-block-size: 100%;
    overflow: auto;
  }
  .bar {
    display: flex;
    align-items: center;
    gap: calc(10 * var(--_px));
    padding: calc(8 * var(--_px));
  }
  .panel .bar .trace {
    flex: 1 1 48px;
    min-inline-size: 48px;
    max-inline-size: 140px;
    block-size: 40px;
    margin: 0;
  }
  /* One line. What leaves it at the start fades in the padding, where nothing stands as long as all of it fits. */
  .bar .caption {
    flex: 6 1 120px;
    flex-direction: row;
    justify-content: flex-end;
    margin: 0 -4px;
    padding-inline: 10px;
    white-space: nowrap;
    mask-image: linear-gradient(to right, transparent, #000 10px, #000 calc(100% - 10px), transparent);
  }
  .bar .caption span {
    margin-inline-end: auto;
  }
  .bar .whole {
    max-block-size: none;
    white-space: normal;
  }
  .as-compact .frame > .call {
    margin: calc(8 * var(--_px));
  }
  .as-compact .consent {
    position: static;
  }
`;

// How the pill of a launcher looks, and the corner it stands in.
import { css } from 'lit';

export const pillStyles = css`
  :host([launcher]) {
    position: fixed;
    z-index: var(--voxreel-layer, 1000);
    inset: 0;
    block-size: auto;
    min-block-size: 0;
    container-type: normal;
    pointer-events: none;
  }
  .corner {
    --_edge: clamp(12px, 3vmin, 24px);

    position: absolute;
    inset: 0;
    display: flex;
    flex-direction: column;
    align-items: end;
    justify-content: flex-end;
    gap: calc(12 * var(--_px));
    padding: max(var(--_edge), env(safe-area-inset-top)) max(var(--_edge), env(safe-area-inset-right))
      max(var(--_edge), env(safe-area-inset-bottom), calc(var(--_keyboard, 0px) + 8px)) max(var(--_edge), env(safe-area-inset-left));
  }
  .corner:is(.top-start, .top-center, .top-end) {
    flex-direction: column-reverse;
  }
  .corner:is(.top-start, .bottom-start) {
    align-items: start;
  }
  .corner:is(.top-center, .bottom-center) {
    align-items: center;
  }
  .pill {
    display: flex;
    flex: none;
    align-items: center;
    max-inline-size: 100%;
    border: 1px solid var(--_line);
    border-radius: 999px;
    background: var(--_paper);
    color: var(--_ink);
    font-weight: 600;
    pointer-events: auto;
  }
  .opener,
  .end {
    min-block-size: 56px;
    border-radius: 999px;
  }
  .opener {
    display: flex;
    align-items: center;
    gap: 12px;
    min-inline-size: 0;
    padding-inline: 7px 20px;
    overflow-wrap: anywhere;
  }
  .end {
    padding-inline: 12px 20px;
    color: var(--_live);
  }
  .mark {
    display: flex;
    flex: none;
    align-items: center;
    justify-content: center;
    gap: 3px;
    inline-size: 42px;
    block-size: 42px;
    border-radius: 50%;
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .calling .mark {
    background: var(--_live);
    color: var(--_on-live);
  }
  .mark i {
    inline-size: 3px;
    block-size: 10px;
    border-radius: 2px;
    background: currentColor;
  }
  .mark i:nth-child(2) {
    block-size: 18px;
  }
  .mark i:nth-child(3) {
    block-size: 12px;
  }
  ::slotted([slot='avatar']) {
    flex: none;
    inline-size: 42px;
    block-size: 42px;
    border-radius: 50%;
    object-fit: cover;
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
  @media (hover: hover) {
    .pill:hover {
      border-color: var(--_ink-3);
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
`;

// How the pill of a launcher looks at rest, and the corner it stands in. Plain text: <realtime-voice-launcher> is there before anything else is.

export const pillCss = `
  :host(:is([launcher], realtime-voice-launcher)) {
    position: fixed;
    z-index: 1000;
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
  .opener {
    min-block-size: 56px;
    border-radius: 999px;
    display: flex;
    align-items: center;
    gap: 12px;
    min-inline-size: 0;
    padding-inline: 7px 20px;
    overflow-wrap: anywhere;
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
  @media (hover: hover) {
    .pill:hover {
      border-color: var(--_ink-3);
    }
  }
`;

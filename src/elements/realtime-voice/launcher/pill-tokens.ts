// What the pill alone needs of the tokens, with the same values (a test compares them), and of what buttons have.

export const pillTokens = `
  :host {
    --_ink: var(--voxreel-ink, light-dark(#16181d, #eceef2));
    --_ink-3: var(--voxreel-ink-3, light-dark(#626a78, #8f97a5));
    --_paper: var(--voxreel-paper, light-dark(#ffffff, #15171b));
    --_line: var(--voxreel-line, light-dark(#dfe2e8, #2c313a));
    --_accent: var(--voxreel-accent, light-dark(#0b6e5f, #3fd0b4));
    --_on-accent: var(--voxreel-on-accent, light-dark(#ffffff, #04201a));
    --_font: var(--voxreel-font, inherit);
    --_size: var(--voxreel-size, 15px);
    --_px: calc(1px * var(--voxreel-density, 1));

    font-family: var(--_font);
    font-size: var(--_size);
    line-height: 1.45;
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  button {
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  @media (forced-colors: active) {
    :host {
      --_ink: CanvasText;
      --_ink-3: CanvasText;
      --_paper: Canvas;
      --_line: CanvasText;
      --_accent: LinkText;
      --_on-accent: Canvas;
    }
  }
`;

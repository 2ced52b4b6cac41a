// Colors, type and space of both elements, and what their hosts share. Controls are in controls.styles.ts.
import { css } from 'lit';

/**
 * Each `--_name` takes the page's `--voxreel-name`, else our own value for the color scheme in force.
 * `--_px` is a pixel of room, more or less by density: what holds text apart grows and shrinks, text and hairlines do not.
 * The scheme is the page's own `color-scheme`: a page that has no dark design keeps the light values.
 * Text colors reach 4.5:1 on all three papers.
 */
export const tokens = css`
  :host {
    --_ink: var(--voxreel-ink, light-dark(#16181d, #eceef2));
    --_ink-2: var(--voxreel-ink-2, light-dark(#5b6270, #a2a9b6));
    --_ink-3: var(--voxreel-ink-3, light-dark(#626a78, #8f97a5));
    --_paper: var(--voxreel-paper, light-dark(#ffffff, #15171b));
    --_paper-2: var(--voxreel-paper-2, light-dark(#f5f6f8, #1c1f25));
    --_paper-3: var(--voxreel-paper-3, light-dark(#eaecf0, #262a32));
    --_line: var(--voxreel-line, light-dark(#dfe2e8, #2c313a));
    --_accent: var(--voxreel-accent, light-dark(#0b6e5f, #3fd0b4));
    --_on-accent: var(--voxreel-on-accent, light-dark(#ffffff, #04201a));
    --_live: var(--voxreel-live, light-dark(#bf3b23, #ff7a5c));
    --_on-live: var(--voxreel-on-live, light-dark(#ffffff, #2a0b04));
    --_warning: var(--voxreel-warning, light-dark(#8f5b00, #f0b649));
    --_font: var(--voxreel-font, inherit);
    --_font-mono: var(--voxreel-font-mono, ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace);
    --_size: var(--voxreel-size, 15px);
    --_size-large: var(--voxreel-size-large, 17px);
    --_size-small: var(--voxreel-size-small, 13px);
    --_size-tiny: var(--voxreel-size-tiny, 12px);
    --_radius: var(--voxreel-radius, 14px);
    --_radius-small: var(--voxreel-radius-small, 9px);
    --_px: calc(1px * var(--voxreel-density, 1));
    --_control: max(24px, var(--voxreel-control, 32 * var(--_px)));
    --_control-small: max(24px, var(--_control) - 6px);
    --_motion: var(--voxreel-motion, 160ms);

    display: block;
    container-type: inline-size;
    contain-intrinsic-inline-size: auto 480px;
    min-inline-size: 0;
    color: var(--_ink);
    font-family: var(--_font);
    font-size: var(--_size);
    line-height: 1.45;
    text-align: start;
    scrollbar-color: var(--_ink-3) #0000;
    -webkit-text-size-adjust: 100%;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  @media (pointer: coarse) {
    :host {
      --_control: max(44px, var(--voxreel-control, 0px));
      --_control-small: var(--_control);
    }
  }
  @media (prefers-contrast: more) {
    :host {
      --_ink-2: var(--_ink);
      --_ink-3: color-mix(in srgb, var(--_ink) 85%, var(--_paper));
      --_line: color-mix(in srgb, var(--_ink) 60%, var(--_paper));
    }
  }
  /* The system's colors: what opts out of the forcing, and what a canvas draws, has the same. Highlight need not show on Canvas. */
  @media (forced-colors: active) {
    :host {
      --_ink: CanvasText;
      --_ink-2: CanvasText;
      --_ink-3: CanvasText;
      --_paper: Canvas;
      --_paper-2: Canvas;
      --_paper-3: Canvas;
      --_line: CanvasText;
      --_accent: LinkText;
      --_on-accent: Canvas;
      --_live: CanvasText;
      --_on-live: Canvas;
      --_warning: CanvasText;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    :host {
      --_motion: 0s;
    }
  }
  .sheet {
    background: var(--_paper);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    overflow: clip;
  }
  .tabular {
    font-variant-numeric: tabular-nums;
  }
  .note {
    color: var(--_ink-2);
    font-size: var(--_size-small);
  }
  .visually-hidden:not(:focus):not(:active) {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .icon {
    display: block;
    flex: none;
    inline-size: 1.25em;
    block-size: 1.25em;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .icon .solid {
    fill: currentColor;
  }
  /* Around an icon that points along the line of reading. */
  .flips:dir(rtl) > .icon {
    transform: scaleX(-1);
  }
`;

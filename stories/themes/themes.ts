// Three looks made of custom properties alone: what a page may put into its own style sheet.
import { css, type CSSResult } from 'lit';

/** A printed page: serifs, warm paper, corners almost square, room to breathe. */
const paper = css`
  .theme-paper {
    --voxreel-ink: light-dark(#2b2117, #efe6d8);
    --voxreel-ink-2: light-dark(#594c3e, #bdb09f);
    --voxreel-ink-3: light-dark(#645646, #ab9d8b);
    --voxreel-paper: light-dark(#fffaf0, #1d1914);
    --voxreel-paper-2: light-dark(#f7f0e2, #241f19);
    --voxreel-paper-3: light-dark(#eee5d3, #2e2821);
    --voxreel-line: light-dark(#ddd0b8, #3d352b);
    --voxreel-accent: light-dark(#7a2e1d, #e8a37f);
    --voxreel-on-accent: light-dark(#fffaf0, #2b120a);
    --voxreel-live: light-dark(#a12f18, #ff8f6b);
    --voxreel-on-live: light-dark(#ffffff, #2a0b04);
    --voxreel-warning: light-dark(#754e00, #e6b566);
    --voxreel-font: Charter, 'Bitstream Charter', 'Sitka Text', Cambria, Georgia, serif;
    --voxreel-size: 16px;
    --voxreel-size-large: 21px;
    --voxreel-size-small: 14px;
    --voxreel-size-tiny: 13px;
    --voxreel-radius: 3px;
    --voxreel-radius-small: 2px;
    --voxreel-density: 1.2;
  }
`;

/** A control room: one width of letter, small, close together, nothing round and nothing that moves. */
const control = css`
  .theme-console {
    --voxreel-ink: light-dark(#0c1a10, #d8f3dc);
    --voxreel-ink-2: light-dark(#2f4a37, #9fc7a8);
    --voxreel-ink-3: light-dark(#3d5945, #8ab595);
    --voxreel-paper: light-dark(#f7faf7, #07100a);
    --voxreel-paper-2: light-dark(#edf3ee, #0b1810);
    --voxreel-paper-3: light-dark(#e1eae3, #122318);
    --voxreel-line: light-dark(#b9cabd, #1f3a29);
    --voxreel-accent: light-dark(#0b6b2f, #5af78e);
    --voxreel-on-accent: light-dark(#ffffff, #04170a);
    --voxreel-live: light-dark(#b3261e, #ff6e67);
    --voxreel-on-live: light-dark(#ffffff, #2b0503);
    --voxreel-warning: light-dark(#7a5200, #f3f99d);
    --voxreel-font: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
    --voxreel-size: 13px;
    --voxreel-size-large: 14px;
    --voxreel-size-small: 12px;
    --voxreel-size-tiny: 11px;
    --voxreel-radius: 0px;
    --voxreel-radius-small: 0px;
    --voxreel-density: 0.7;
    --voxreel-motion: 0s;
  }
`;

/** A soft brand: violet, large corners, taller controls. */
const brand = css`
  .theme-brand {
    --voxreel-ink: light-dark(#221a3a, #f0ecff);
    --voxreel-ink-2: light-dark(#5a4f7a, #b9aedb);
    --voxreel-ink-3: light-dark(#655a85, #a99dcc);
    --voxreel-paper: light-dark(#ffffff, #191428);
    --voxreel-paper-2: light-dark(#f8f5ff, #201a33);
    --voxreel-paper-3: light-dark(#efe9ff, #2b2344);
    --voxreel-line: light-dark(#e2d9fb, #3a3059);
    --voxreel-accent: light-dark(#5b34c9, #bda8ff);
    --voxreel-on-accent: light-dark(#ffffff, #1d0f4a);
    --voxreel-live: light-dark(#bf1f5b, #ff85b0);
    --voxreel-on-live: light-dark(#ffffff, #3a0119);
    --voxreel-warning: light-dark(#8a5300, #ffc368);
    --voxreel-font: 'Avenir Next', Nunito, 'Segoe UI', system-ui, sans-serif;
    --voxreel-radius: 26px;
    --voxreel-radius-small: 16px;
    --voxreel-density: 1.15;
    --voxreel-control: 40px;
  }
`;

/** By name; put `theme-<name>` on whatever stands around the elements. */
export const themes: Readonly<Record<'paper' | 'console' | 'brand', CSSResult>> = { paper, console: control, brand };

/** Gives the page all three. */
export function adoptThemes(): void {
  for (const { styleSheet } of Object.values(themes))
    if (styleSheet !== undefined && !document.adoptedStyleSheets.includes(styleSheet)) document.adoptedStyleSheets.push(styleSheet);
}

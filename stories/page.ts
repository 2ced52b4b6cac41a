// The page a story stands on: its scheme, language, direction, width and clock.
import { css, html, type CSSResult, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';

import { startClock, stopClock } from './clock.js';
import { adoptThemes } from './themes/themes.js';

export interface PageSettings {
  readonly scheme?: 'auto' | 'light' | 'dark';
  readonly language?: string;
  readonly direction?: 'auto' | 'ltr' | 'rtl';
  /** CSS pixels, or `full`. */
  readonly width?: string;
  /** A name out of `themes`, or `ours`. */
  readonly theme?: string;
  readonly density?: 'compact' | 'ordinary' | 'comfortable';
}

export interface PageParameters {
  /** `running` for what is played at its own pace; else the time of day stands still. */
  readonly clock?: 'running';
  /** `none`: the browser says that it is offline. */
  readonly network?: 'none';
}

const styles = css`
  .page {
    --page: light-dark(#eceef2, #0c0d10);

    box-sizing: border-box;
    min-block-size: 100dvh;
    padding: clamp(8px, 2vw, 24px);
    background: var(--voxreel-paper-3, var(--page));
    color: light-dark(#16181d, #eceef2);
    font:
      15px/1.5 system-ui,
      sans-serif;
    color-scheme: light dark;
  }
  .page.compact {
    --voxreel-density: 0.75;
  }
  .page.comfortable {
    --voxreel-density: 1.25;
  }
  .sbdocs .page {
    min-block-size: 0;
  }
  .page[data-scheme='light'] {
    color-scheme: light;
  }
  .page[data-scheme='dark'] {
    color-scheme: dark;
  }
  /* A page's own: some engines draw theirs light on light in the dark. */
  .page form > p > button {
    padding: 4px 12px;
    border: 1px solid;
    border-radius: 6px;
    background: none;
    color: inherit;
    font: inherit;
  }
  .page > .width {
    container-type: inline-size;
    max-inline-size: 1240px;
    margin-inline: auto;
  }
  .page > .width[data-width='280'] {
    max-inline-size: 280px;
  }
  .page > .width[data-width='360'] {
    max-inline-size: 360px;
  }
  .page > .width[data-width='520'] {
    max-inline-size: 520px;
  }
  .page > .width[data-width='820'] {
    max-inline-size: 820px;
  }
`;

/** Style sheets of stories, on the page for good. */
export function adopt({ styleSheet }: CSSResult): void {
  if (styleSheet !== undefined) document.adoptedStyleSheets.push(styleSheet);
}

adopt(styles);
adoptThemes();

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);

export function pageView(story: () => unknown, settings: PageSettings = {}, { clock, network }: PageParameters = {}): TemplateResult {
  if (clock === 'running') startClock();
  else stopClock();
  if (network === 'none') Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  else Reflect.deleteProperty(navigator, 'onLine');
  const { scheme = 'auto', language = 'en', direction = 'auto', width = 'full', theme = 'ours', density = 'ordinary' } = settings;
  const dir = direction === 'auto' ? (rightToLeft.has(language) ? 'rtl' : 'ltr') : direction;
  return html`<div class="page theme-${theme} ${density}" data-scheme=${scheme} lang=${language} dir=${dir}>
    <div class="width" data-width=${width}>${keyed(`${language} ${dir}`, story())}</div>
  </div>`;
}

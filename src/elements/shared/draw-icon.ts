// How an icon is drawn: strokes of one weight on a 24 px grid, colored by the text around it. It never carries the meaning alone.
import { html, svg, type TemplateResult } from 'lit';

export const drawIcon = (paths: TemplateResult): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${paths}</svg>`;

export const strokeIcon = (d: string): TemplateResult => drawIcon(svg`<path d=${d} />`);

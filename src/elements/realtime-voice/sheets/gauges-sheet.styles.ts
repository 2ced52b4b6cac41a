// How the measurements are set out. Loaded with them.
import { css } from 'lit';

import { sheetStyles } from './sheet.styles.js';

export const gaugesStyles = css`
  ${sheetStyles}
  .measures {
    display: grid;
    gap: calc(20 * var(--_px));
    max-inline-size: 640px;
    font-size: var(--_size-small);
  }
  .measures h3 {
    margin: 0 0 calc(6 * var(--_px));
    font-size: var(--_size-small);
    font-weight: 600;
  }
  .measures p,
  .measures dl,
  .measures dd {
    margin: 0;
  }
  .measures .hint {
    color: var(--_ink-3);
    font-size: var(--_size-tiny);
  }
  .turns,
  .limits {
    display: grid;
    gap: calc(14 * var(--_px));
    margin: calc(8 * var(--_px)) 0 0;
    padding: 0;
    list-style: none;
  }
  .turn,
  .limit {
    display: flex;
    flex-wrap: wrap;
    gap: 0 calc(10 * var(--_px));
    justify-content: space-between;
  }
  .turn > :first-child {
    flex: 1;
  }
  .falls {
    position: relative;
    display: block;
    block-size: 8px;
    margin-block: calc(5 * var(--_px));
    border-radius: 4px;
    background: var(--_paper-3);
    overflow: clip;
  }
  .fall {
    position: absolute;
    inset-block: 0;
    inset-inline-start: var(--_share-0);
    inline-size: max(2px, var(--_share-1));
  }
  .key {
    display: inline-block;
    inline-size: 8px;
    block-size: 8px;
    margin-inline-end: calc(5 * var(--_px));
    border-radius: 2px;
  }
  :is(.fall, .key).committed {
    background: color-mix(in srgb, var(--_ink-3) 45%, var(--_paper-3));
  }
  :is(.fall, .key).started {
    background: var(--_ink-3);
  }
  :is(.fall, .key).first {
    background: var(--_ink);
  }
  :is(.fall, .key).heard {
    background: var(--_accent);
  }
  :is(.fall, .key).done {
    background: color-mix(in srgb, var(--_accent) 40%, var(--_paper-3));
  }
  .stages,
  .figures {
    display: flex;
    flex-wrap: wrap;
    gap: 4px calc(16 * var(--_px));
  }
  .stages > div {
    display: flex;
    gap: calc(6 * var(--_px));
    color: var(--_ink-2);
    font-size: var(--_size-tiny);
  }
  .limits .bar {
    display: flex;
    block-size: 6px;
    margin-block: 4px;
    overflow: clip;
    border-radius: 3px;
    background: var(--_paper-3);
  }
  .limits .bar::after {
    content: '';
    inline-size: var(--_share-1, 0%);
    border-radius: 3px;
    background: var(--_accent);
  }
  .limits .bar.few::after {
    background: var(--_warning);
  }
  .figures {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(130px, 1fr));
    gap: calc(10 * var(--_px)) calc(16 * var(--_px));
  }
  .figures dt {
    color: var(--_ink-2);
    font-size: var(--_size-tiny);
  }
  .figures dd.note {
    font-size: var(--_size-tiny);
  }
  @media (forced-colors: active) {
    .falls,
    .limits .bar {
      border: 1px solid CanvasText;
    }
    .fall,
    .key,
    .limits .bar::after {
      forced-color-adjust: none;
    }
  }
`;

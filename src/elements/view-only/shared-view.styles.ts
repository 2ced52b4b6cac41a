// How a share is set: one column, what plays with its row below it, then what was said.
import { css } from 'lit';

import { buttons } from '../shared/buttons.styles.js';
import { tokens } from '../shared/tokens.styles.js';

export const styles = [
  tokens,
  buttons,
  css`
    :host {
      display: block;
      background: none;
    }
    .stage {
      display: grid;
      grid-template-rows: minmax(0, 1fr) auto;
      gap: 4px;
      margin-block: 1rem;
    }
    ::slotted(video) {
      margin-block: 0 !important;
      inline-size: 100%;
      max-block-size: 75vh;
      cursor: pointer;
    }
    .stage:fullscreen {
      margin: 0;
      padding: 0 12px 8px;
      background: var(--_paper);
    }
    .stage:fullscreen ::slotted(video) {
      block-size: 100%;
      max-block-size: none;
      object-fit: contain;
    }
    .lines {
      container-type: inline-size;
    }
    .lines .group {
      padding-inline: 0;
    }
  `,
];

// The bar of what is done as all engines draw it. Loaded with what has one.
import { css } from 'lit';

export const progressBar = css`
  progress {
    block-size: 4px;
    border: 0;
    border-radius: 2px;
    overflow: clip;
    appearance: none;
    background: var(--_paper-3);
  }
  progress::-webkit-progress-bar {
    background: none;
  }
  progress::-webkit-progress-value {
    background: var(--_accent);
  }
  progress::-moz-progress-bar {
    background: var(--_accent);
  }
`;

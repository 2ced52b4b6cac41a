// Check boxes and radio buttons as all engines draw them. Loaded with what has some.
import { css } from 'lit';

/** Drawn here because WebKitGTK keeps its own white in a dark page. Forced colors get the system's. */
export const checks = css`
  @media (forced-colors: none) {
    :where(input:is([type='checkbox'], [type='radio'])) {
      display: inline-grid;
      flex: none;
      place-items: center;
      inline-size: 18px;
      block-size: 18px;
      border: 1.5px solid var(--_ink-3);
      border-radius: 4px;
      appearance: none;
      background: var(--_paper);
      vertical-align: -4px;
    }
    input[type='radio'] {
      border-radius: 50%;
    }
    input:is([type='checkbox'], [type='radio']):checked {
      border-color: var(--_accent);
      background: var(--_accent);
    }
    input:is([type='checkbox'], [type='radio']):checked::before {
      inline-size: 64%;
      block-size: 64%;
      background: var(--_on-accent);
      clip-path: polygon(8% 50%, 38% 78%, 92% 16%, 100% 28%, 39% 96%, 0 60%);
      content: '';
    }
    input[type='radio']:checked::before {
      clip-path: circle(36%);
    }
    input:is([type='checkbox'], [type='radio']):disabled {
      opacity: 0.5;
    }
  }
`;

// The range input as all engines draw it. Loaded with what has one.
import { css } from 'lit';

/** What is behind the thumb is a picture of the thumb's own border: no engine but Firefox has a part for it. */
export const slider = css`
  input[type='range'] {
    --_thumb: 16px;
    --_groove: 4px;
    --_toward: 90deg;
    min-block-size: 24px;
    margin: 0;
    border-radius: 2px;
    appearance: none;
    background: none;
    /* What is drawn on either side of the thumb ends with the input. */
    overflow: clip;
    cursor: pointer;
  }
  input[type='range']:dir(rtl) {
    --_toward: 270deg;
  }
  input[type='range']:disabled {
    cursor: default;
  }
  ::-webkit-slider-runnable-track {
    background: none;
  }
  ::-moz-range-track {
    background: none;
  }
  /* One rule each: an engine drops a list with a part that it does not have. */
  ::-webkit-slider-thumb {
    inline-size: var(--_thumb);
    block-size: var(--_thumb);
    border: 0;
    border-radius: 50%;
    border-image: linear-gradient(var(--_toward), var(--_accent) 50%, var(--_line) 0) 0 1 / calc(50% - var(--_groove) / 2) 100vw / 0 100vw;
    appearance: none;
    background: var(--_accent);
  }
  ::-moz-range-thumb {
    inline-size: var(--_thumb);
    block-size: var(--_thumb);
    border: 0;
    border-radius: 50%;
    border-image: linear-gradient(var(--_toward), var(--_accent) 50%, var(--_line) 0) 0 1 / calc(50% - var(--_groove) / 2) 100vw / 0 100vw;
    background: var(--_accent);
  }
  @media (forced-colors: active) {
    input[type='range'] {
      forced-color-adjust: none;
    }
  }
`;

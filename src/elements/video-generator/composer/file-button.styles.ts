// A button that is a file input: the input lies over it, unseen.
import { css } from 'lit';

export const fileButton = css`
  .file {
    position: relative;
    overflow: clip;
  }
  .file > input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    opacity: 0;
    cursor: pointer;
  }
  .file:focus-within {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
`;

// What a floating window looks like, beside the buttons of the elements. Its tokens are set on its root, as the element has them.
import { css } from 'lit';

export const floatingStyles = css`
  :root {
    --_control: 36px;
    --_px: 1px;
    background: var(--_paper);
    color: var(--_ink);
    font-size: var(--_size);
    line-height: 1.4;
  }
  body {
    margin: 0;
  }
  main {
    display: grid;
    grid-template: minmax(0, 1fr) auto / minmax(0, 1fr) auto;
    gap: 4px 12px;
    align-items: center;
    box-sizing: border-box;
    block-size: 100vh;
    padding: 12px;
  }
  canvas {
    grid-column: 1 / -1;
    inline-size: 100%;
    block-size: 100%;
    min-block-size: 0;
    border: 0 solid var(--_line);
    color: var(--_ink);
    outline: 0 solid var(--_accent);
    caret-color: color-mix(in srgb, var(--_accent) 50%, var(--_paper));
  }
  /* What the window's own bar shows, for screen readers. */
  h1 {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }
  /* The newest words: what does not fit is cut at the start. */
  p {
    display: flex;
    flex-direction: column-reverse;
    margin: 0;
    max-block-size: 2.8em;
    overflow: hidden;
  }
  div {
    display: flex;
    gap: 8px;
  }
  .end {
    border-color: var(--_live);
    background: var(--_live);
    color: var(--_on-live);
  }
  .icon {
    inline-size: 20px;
    block-size: 20px;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
`;

// The composer's layout, and where the gallery goes.
import { css } from 'lit';

export const videoGeneratorStyles = css`
  .composer {
    margin: 0;
  }
  .sheet-of-paper {
    position: relative;
    padding: calc(16 * var(--_px)) calc(18 * var(--_px)) 0;
  }
  #prompt {
    display: block;
    inline-size: 100%;
    min-block-size: 62px;
    max-block-size: 40vh;
    padding: 2px 0;
    border: 0;
    outline: 0;
    background: none;
    caret-color: var(--_accent);
    font-size: var(--_size-large);
    line-height: 1.5;
    resize: none;
    field-sizing: content;
  }
  #prompt::placeholder {
    color: var(--_ink-3);
    opacity: 1;
  }
  /* The sheet itself is the field: a line at its edge shows the focus. Always there: one that comes and goes costs the field its undo history in Firefox. */
  .sheet-of-paper::before {
    position: absolute;
    inset-block: 18px 22px;
    inset-inline-start: 0;
    inline-size: 3px;
    border-radius: 2px;
    background: var(--_accent);
    content: '';
  }
  .sheet-of-paper:not(:focus-within)::before {
    opacity: 0;
  }
  .prompt-notes {
    display: flex;
    justify-content: space-between;
    gap: calc(12 * var(--_px));
    min-block-size: 18px;
    font-size: var(--_size-tiny);
  }
  .count {
    margin-inline-start: auto;
    color: var(--_ink-3);
    font-variant-numeric: tabular-nums;
  }
  .problem:empty {
    display: none;
  }
  .problem {
    margin: 0;
    color: var(--_live);
    font-size: var(--_size-small);
  }
  .frames {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(8 * var(--_px));
    padding: calc(6 * var(--_px)) calc(18 * var(--_px)) 0;
  }
  .frames > .note {
    flex: 1 1 200px;
    margin: 0;
  }
  .tile {
    position: relative;
    display: grid;
    place-items: center;
    min-inline-size: 76px;
    block-size: 50px;
    padding-inline: calc(12 * var(--_px));
    border: 1px dashed var(--_ink-3);
    border-radius: var(--_radius-small);
    overflow: clip;
    color: var(--_ink-2);
    font-size: var(--_size-small);
  }
  .tile .caption {
    display: inline-flex;
    align-items: center;
    gap: 4px;
  }
  .tile .icon {
    inline-size: 1em;
    block-size: 1em;
  }
  .tile[aria-expanded='true'] {
    border-color: var(--_ink);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: calc(12 * var(--_px));
    padding: calc(12 * var(--_px)) calc(18 * var(--_px)) calc(14 * var(--_px));
  }
  .chips {
    /* Holds what is hidden inside, which would widen the page where the row scrolls. */
    position: relative;
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    gap: calc(8 * var(--_px));
    min-inline-size: 0;
  }
  .row > .primary {
    min-block-size: max(36 * var(--_px), var(--_control));
    padding-inline: calc(20 * var(--_px));
    font-size: var(--_size);
  }
  [aria-disabled='true'] {
    opacity: 0.6;
  }
  /* Read and reached right after the chips; shown under the button where that stands beside them. */
  .panel {
    flex: 0 0 calc(100% + 36 * var(--_px));
    order: 1;
    margin: calc(2 * var(--_px)) calc(-18 * var(--_px)) calc(-14 * var(--_px));
    border-block-start: 1px solid var(--_line);
  }
  .honest {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 2px calc(16 * var(--_px));
    /* As high before there is anything to say. */
    min-block-size: calc(1lh + 20 * var(--_px) + 1px);
    padding: calc(10 * var(--_px)) calc(18 * var(--_px));
    border-block-start: 1px solid var(--_line);
    background: var(--_paper-2);
  }
  .warning {
    display: flex;
    gap: calc(8 * var(--_px));
    margin: 0;
    padding: calc(10 * var(--_px)) calc(18 * var(--_px));
    border-block-start: 1px solid var(--_line);
    color: var(--_warning);
    font-size: var(--_size-small);
  }
  .warning .icon {
    inline-size: 18px;
    block-size: 18px;
  }
  @container (inline-size < 480px) {
    .tile {
      padding-inline: calc(8 * var(--_px));
    }
    .sheet-of-paper,
    .frames,
    .honest,
    .warning {
      padding-inline: calc(14 * var(--_px));
    }
    .row {
      display: block;
      padding: calc(10 * var(--_px)) 0 calc(14 * var(--_px));
    }
    .chips {
      flex-wrap: nowrap;
      padding: 3px calc(14 * var(--_px));
      overflow-x: auto;
      overscroll-behavior-x: contain;
      scrollbar-width: none;
      scroll-padding-inline: 14px;
    }
    .panel {
      margin: calc(10 * var(--_px)) 0 0;
      border-block-end: 1px solid var(--_line);
    }
    .chips > .chip {
      flex: none;
    }
    .row > .primary {
      display: flex;
      inline-size: calc(100% - 28 * var(--_px));
      min-block-size: 44px;
      margin: calc(12 * var(--_px)) calc(14 * var(--_px)) 0;
    }
  }
`;

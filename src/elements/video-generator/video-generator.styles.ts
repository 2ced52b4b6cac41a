// The composer's layout, and where the gallery goes. Knows no card: those styles come with the gallery.
import { css } from 'lit';

export const videoGeneratorStyles = css`
  .composer {
    display: block;
    margin: 0;
  }
  .sheet-of-paper {
    position: relative;
    padding: 16px 18px 0;
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
  /* The sheet itself is the field: a line at its edge shows the focus. */
  .sheet-of-paper:focus-within::before {
    position: absolute;
    inset-block: 18px 22px;
    inset-inline-start: 0;
    inline-size: 3px;
    border-radius: 2px;
    background: var(--_accent);
    content: '';
  }
  .prompt-notes {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    min-block-size: 18px;
    font-size: var(--_size-tiny);
  }
  .count {
    margin-inline-start: auto;
    color: var(--_ink-3);
    font-variant-numeric: tabular-nums;
  }
  .problem,
  .over {
    margin: 0;
    color: var(--_live);
    font-size: var(--_size-small);
  }
  .frames {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    padding: 6px 18px 0;
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
    padding-inline: 12px;
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
  .tile.set {
    border-style: solid;
    border-color: var(--_line);
    min-inline-size: 92px;
    padding-inline: 6px;
    align-items: end;
  }
  .tile.set .caption {
    position: absolute;
    inset-block-end: 3px;
    inset-inline-start: 3px;
    padding: 1px 5px;
    border-radius: 5px;
    background: color-mix(in srgb, var(--_paper) 82%, transparent);
    color: var(--_ink);
    font-size: 11px;
    font-weight: 600;
    line-height: 1.3;
    white-space: nowrap;
  }
  .tile .thumbnail {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .tile .host {
    align-self: start;
    max-inline-size: 120px;
    padding-block-start: 6px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: var(--_size-tiny);
  }
  .row {
    display: flex;
    align-items: end;
    gap: 12px;
    padding: 12px 18px 14px;
  }
  .chips {
    /* Holds what is hidden inside, which would widen the page where the row scrolls. */
    position: relative;
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    gap: 8px;
    min-inline-size: 0;
  }
  .row > .primary {
    min-block-size: max(36px, var(--_control));
    padding-inline: 20px;
    font-size: var(--_size);
  }
  [aria-disabled='true'] {
    opacity: 0.6;
  }
  .panel {
    border-block-start: 1px solid var(--_line);
  }
  .honest {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 2px 16px;
    padding: 10px 18px;
    border-block-start: 1px solid var(--_line);
    background: var(--_paper-2);
  }
  .warning {
    display: flex;
    gap: 8px;
    margin: 0;
    padding: 10px 18px;
    border-block-start: 1px solid var(--_line);
    color: var(--_warning);
    font-size: var(--_size-small);
  }
  .warning .icon {
    inline-size: 18px;
    block-size: 18px;
  }
  .empty {
    display: grid;
    justify-items: center;
    gap: 8px;
    padding: 28px 18px 24px;
    border-block-start: 1px solid var(--_line);
    color: var(--_ink-2);
    text-align: center;
  }
  @container (inline-size < 480px) {
    .sheet-of-paper,
    .frames,
    .honest,
    .warning {
      padding-inline: 14px;
    }
    .row {
      display: block;
      padding: 10px 0 14px;
    }
    .chips {
      flex-wrap: nowrap;
      padding: 3px 14px;
      overflow-x: auto;
      overscroll-behavior-x: contain;
      scrollbar-width: none;
      scroll-padding-inline: 14px;
    }
    .chips > .chip {
      flex: none;
    }
    .row > .primary {
      display: flex;
      inline-size: calc(100% - 28px);
      min-block-size: 44px;
      margin: 12px 14px 0;
    }
  }
`;

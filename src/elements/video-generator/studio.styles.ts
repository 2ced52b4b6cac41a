// What the form shows once its studio is here: drafts side by side, frames with their pictures, and the place of the gallery.
import { css } from 'lit';

export const studioStyles = css`
  .drafts {
    display: flex;
    align-items: center;
    gap: calc(16 * var(--_px));
    padding: calc(8 * var(--_px)) calc(18 * var(--_px)) 0;
    overflow-x: auto;
    scrollbar-width: none;
  }
  .draft {
    display: flex;
    flex: 0 1 auto;
    align-items: center;
    gap: 2px;
    min-inline-size: 64px;
  }
  .draft-title {
    min-block-size: max(24px, calc(28 * var(--_px)));
    min-inline-size: 0;
    max-inline-size: 180px;
    padding: 0 0 calc(4 * var(--_px));
    border: 0;
    border-block-end: 2px solid transparent;
    background: none;
    color: var(--_ink-2);
    font-size: var(--_size-small);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    cursor: pointer;
  }
  .draft-title[aria-current] {
    border-color: var(--_ink);
    color: var(--_ink);
    font-weight: 600;
  }
  .textual {
    min-inline-size: var(--_control-small);
    min-block-size: var(--_control-small);
    max-inline-size: 100%;
    overflow: hidden;
    color: var(--_ink-2);
    text-decoration: underline;
    text-decoration-color: var(--_ink-3);
    text-underline-offset: 2px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .textual:hover {
    color: var(--_ink);
    text-decoration-color: currentColor;
  }
  .tile.set {
    border-style: solid;
    border-color: var(--_line);
    min-inline-size: 92px;
    padding-inline: calc(6 * var(--_px));
    align-items: end;
  }
  .tile.set .caption {
    position: absolute;
    inset-block-end: 3px;
    inset-inline-start: 3px;
    padding: 1px calc(5 * var(--_px));
    border-radius: 5px;
    background: color-mix(in srgb, var(--_paper) 82%, transparent);
    color: var(--_ink);
    font-size: 11px;
    font-weight: 600;
    line-height: 1.3;
    white-space: nowrap;
  }
  /* Beside the frames where there is room for both. */
  @container (inline-size >= 480px) {
    .frames:has(+ .references),
    .frames + .references {
      display: inline-flex;
      vertical-align: top;
    }
    .frames:has(+ .references) {
      padding-inline-end: 0;
    }
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
    padding-block-start: calc(6 * var(--_px));
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: var(--_size-tiny);
  }
  .empty {
    display: grid;
    justify-items: center;
    gap: calc(8 * var(--_px));
    padding: calc(28 * var(--_px)) calc(18 * var(--_px)) calc(24 * var(--_px));
    border-block-start: 1px solid var(--_line);
    color: var(--_ink-2);
    text-align: center;
  }
`;

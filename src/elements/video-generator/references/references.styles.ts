// The tiles of references, their panel and the list of names. Loaded with them.
import { css } from 'lit';

export const referencesStyles = css`
  .kept,
  .mentions {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .tile.set > .caption {
    max-inline-size: calc(100% - 6px);
  }
  .tile.set > .caption > bdi {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .reference-list {
    display: grid;
    gap: calc(12 * var(--_px));
  }
  .reference {
    display: grid;
    grid-template-columns: 64px minmax(0, 260px) minmax(0, 180px) auto;
    justify-content: start;
    align-items: end;
    gap: calc(6 * var(--_px)) calc(10 * var(--_px));
  }
  .reference > .problem {
    grid-column: 2 / -1;
  }
  .reference > .tile {
    min-inline-size: 64px;
  }
  .verbs {
    display: flex;
    align-items: center;
    gap: calc(6 * var(--_px));
    min-block-size: max(36 * var(--_px), var(--_control));
  }
  .panel-body > .library {
    align-items: start;
  }
  .kept {
    display: flex;
    flex-wrap: wrap;
    gap: calc(8 * var(--_px));
  }
  .kept > li {
    display: flex;
    align-items: center;
  }
  .kept > li > .tile {
    cursor: pointer;
  }
  .kept > li > .tile[aria-pressed='true'] {
    border-color: var(--_accent);
    box-shadow: inset 0 0 0 1px var(--_accent);
  }
  .mentions {
    position: absolute;
    z-index: 2;
    inset-block-start: calc(100% + 2px);
    inset-inline-start: calc(18 * var(--_px));
    min-inline-size: 220px;
    max-inline-size: calc(100% - 36 * var(--_px));
    padding: calc(4 * var(--_px));
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    background: var(--_paper);
    font-size: var(--_size-small);
  }
  .mentions > li {
    display: flex;
    align-items: center;
    gap: calc(10 * var(--_px));
    min-block-size: var(--_control);
    padding: calc(4 * var(--_px)) calc(8 * var(--_px));
    border-radius: calc(var(--_radius-small) - 3px);
    cursor: pointer;
  }
  .mentions > li > .tile {
    flex: none;
    min-inline-size: 40px;
    inline-size: 40px;
    block-size: 28px;
    border-radius: 5px;
  }
  .mentions > li > .note {
    margin-inline-start: auto;
  }
  .mentions > li[aria-selected='true'] {
    background: var(--_paper-3);
  }
  @media (hover: hover) {
    .mentions > li:hover {
      background: var(--_paper-3);
    }
  }
  @container (inline-size < 480px) {
    .reference {
      grid-template-columns: 64px minmax(0, 1fr) minmax(0, 1fr);
    }
    .reference > .verbs {
      grid-column: 2 / -1;
      justify-content: space-between;
    }
    .mentions {
      inset-inline: calc(14 * var(--_px));
    }
  }
  @media (forced-colors: active) {
    .kept > li > .tile[aria-pressed='true'],
    .mentions > li[aria-selected='true'] {
      outline: 2px solid var(--_accent);
      outline-offset: -2px;
    }
  }
`;

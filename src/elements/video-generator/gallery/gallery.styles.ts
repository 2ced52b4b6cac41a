// The gallery's and its cards' layout.
import { css } from 'lit';

export const galleryStyles = css`
  .gallery {
    padding: calc(16 * var(--_px)) calc(18 * var(--_px)) calc(18 * var(--_px));
    border-block-start: 1px solid var(--_line);
  }
  .cards {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr));
    gap: calc(14 * var(--_px));
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .card {
    display: flex;
    flex-direction: column;
    min-inline-size: 0;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    overflow: clip;
    background: var(--_paper);
    /* Of a thousand cards the browser lays out those near the screen. */
    content-visibility: auto;
    contain-intrinsic-block-size: auto 270px;
    animation: arrive var(--_motion) ease-out;
  }
  @keyframes arrive {
    from {
      opacity: 0;
      transform: translateY(6px);
    }
  }
  .card[draggable='true'] {
    cursor: grab;
  }
  .tile[data-over] {
    border-style: solid;
    border-color: var(--_accent);
    color: var(--_accent);
  }
  .media {
    position: relative;
    display: grid;
    aspect-ratio: 16 / 9;
    min-block-size: 0;
    background: var(--_paper-3);
  }
  .media:has(.trouble, .waiting) {
    aspect-ratio: auto;
    min-block-size: 148px;
    flex: 1;
  }
  .media > video {
    position: absolute;
    inset: 0;
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
    background: var(--_paper-3);
  }
  .poster {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
    background: var(--_paper-3);
  }
  .media > canvas[role='img'] {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
    background: #000;
  }
  .play[data-moving] > .disc,
  .play[data-moving] + .length {
    visibility: hidden;
  }
  .actions > [aria-pressed='true'] {
    background: var(--_paper-3);
    color: var(--_accent);
  }
  .choosing {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 12px;
    margin: 0 0 14px;
    padding: 6px 6px 6px 12px;
    border: 1px solid var(--_accent);
    border-radius: var(--_radius-small);
    background: var(--_paper);
    font-size: var(--_size-small);
  }
  .media > video[controls] {
    background: #000;
  }
  .media > video:focus-visible,
  .play:focus-visible {
    outline-offset: -3px;
  }
  .play {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
  }
  .disc {
    display: grid;
    place-items: center;
    inline-size: 44px;
    block-size: 44px;
    border-radius: 50%;
    background: rgb(255 255 255 / 92%);
    color: #16181d;
    transition: transform var(--_motion);
  }
  .play:hover .disc {
    transform: scale(1.06);
  }
  .length,
  .outputs {
    position: absolute;
    inset-block-end: 8px;
    border-radius: 5px;
    background: rgb(0 0 0 / 72%);
    color: #fff;
    font-size: 11px;
    font-weight: 600;
  }
  .length {
    inset-inline-end: 8px;
    padding: 1px calc(6 * var(--_px));
    pointer-events: none;
  }
  .outputs {
    inset-block: 8px auto;
    inset-inline-start: 8px;
    display: flex;
    overflow: clip;
  }
  .outputs > button {
    min-inline-size: 28px;
    min-block-size: 28px;
    text-align: center;
  }
  .outputs > [aria-pressed='true'] {
    background: #fff;
    color: #16181d;
  }
  .outputs > :focus-visible {
    outline-color: #fff;
    outline-offset: -3px;
  }
  @media (pointer: coarse) {
    .outputs > button {
      min-inline-size: 44px;
      min-block-size: 44px;
    }
  }
  .waiting,
  .trouble {
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 4px;
    padding: calc(18 * var(--_px)) calc(16 * var(--_px));
    text-align: center;
  }
  .trouble:has(+ .outputs) {
    padding-block-start: 56px;
  }
  .waiting p,
  .trouble p {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .elapsed {
    font-size: 20px;
    font-weight: 650;
  }
  .title {
    font-size: var(--_size-small);
    font-weight: 600;
  }
  .title.bad {
    color: var(--_live);
  }
  .warn,
  .title.warn {
    color: var(--_warning);
  }
  .trouble .note {
    display: -webkit-box;
    max-inline-size: 40ch;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 4;
  }
  .ways {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: calc(8 * var(--_px));
    margin-block-start: calc(10 * var(--_px));
  }
  .progress {
    position: absolute;
    inset: auto 0 0;
    inline-size: 100%;
    border-radius: 0;
    background: none;
  }
  .card > .caption {
    padding: calc(10 * var(--_px)) calc(12 * var(--_px)) calc(6 * var(--_px));
  }
  .card > .caption p {
    margin: 0;
  }
  .card > .caption .prompt {
    overflow: hidden;
    font-size: var(--_size-small);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 calc(10 * var(--_px));
    color: var(--_ink-2);
    font-size: var(--_size-tiny);
  }
  .facts .warn {
    color: var(--_warning);
  }
  .facts.bad {
    color: var(--_live);
  }
  .facts .kept {
    color: var(--_accent);
  }
  .card > .caption .lineage {
    flex-wrap: nowrap;
    gap: calc(5 * var(--_px));
  }
  .lineage > span {
    flex: none;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    margin: 4px -8px 0;
  }
  .actions > :last-child {
    margin-inline-start: auto;
  }
  .card.removed {
    flex-direction: row;
    align-items: center;
    align-self: start;
    justify-content: space-between;
    gap: calc(12 * var(--_px));
    padding: calc(10 * var(--_px)) calc(12 * var(--_px));
    background: var(--_paper-2);
  }
  .removed > .note {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .filter {
    display: flex;
    flex-wrap: wrap;
    gap: calc(8 * var(--_px));
    margin-block-end: calc(14 * var(--_px));
  }
  .filter > input {
    flex: 1 1 200px;
    inline-size: auto;
  }
  .filter > select {
    flex: 0 1 auto;
    inline-size: auto;
  }
  .older,
  .newer {
    display: flex;
    margin: calc(16 * var(--_px)) auto 0;
  }
  .newer {
    margin-block: 0 calc(16 * var(--_px));
  }
  .foot {
    margin-block-start: calc(10 * var(--_px));
  }
  .foot > .button {
    margin-inline-start: calc(-12 * var(--_px));
  }
  @container (inline-size < 480px) {
    .gallery {
      padding: calc(14 * var(--_px));
    }
    .filter > select {
      flex: 1 1 auto;
    }
  }
  @media (forced-colors: active) {
    .actions {
      gap: 4px;
      margin-inline: 0;
    }
    .foot > .button {
      margin-inline-start: 0;
    }
    .disc,
    .length,
    .outputs {
      forced-color-adjust: none;
    }
  }
  .pick {
    position: absolute;
    inset-block-start: 8px;
    inset-inline-start: 8px;
    z-index: 1;
    inline-size: 24px;
    block-size: 24px;
    margin: 0;
  }
  .facts > .label {
    padding-inline: calc(6 * var(--_px));
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    overflow-wrap: anywhere;
  }
  [data-act='favorite'][aria-pressed='true'] path,
  [data-act='best'][aria-pressed='true'] path {
    fill: currentColor;
  }
`;

// The layout of an account: its meter, and what is shared and was deleted. Loaded with it.
import { css } from 'lit';

export const accountRoomStyles = css`
  .records ul {
    display: grid;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .records li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(8 * var(--_px)) calc(12 * var(--_px));
    padding-block: calc(8 * var(--_px));
    border-block-end: 1px solid var(--_line);
  }
  .records li > div:first-child {
    flex: 1 1 200px;
    min-inline-size: 0;
  }
  .records .name {
    display: -webkit-box;
    overflow: hidden;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .records .name > a {
    color: inherit;
    text-decoration-color: var(--_ink-3);
    text-underline-offset: 0.2em;
  }
`;

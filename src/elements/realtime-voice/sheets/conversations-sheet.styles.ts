// How the list of conversations is set. Loaded with it.
import { css } from 'lit';

import { accountRoomStyles } from '../../shared/account/account-room.styles.js';
import { toolStyles } from '../../shared/account/tools.styles.js';
import { fields } from '../../shared/fields.styles.js';
import { sheetStyles } from './sheet.styles.js';

export const conversationsStyles = css`
  ${sheetStyles}
  ${fields}
  ${toolStyles}
  ${accountRoomStyles}
  .kept {
    display: grid;
    gap: calc(12 * var(--_px));
  }
  .find,
  .files,
  .ask {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(8 * var(--_px));
  }
  .find .input,
  .ask .input {
    flex: 1 1 160px;
    inline-size: auto;
  }
  .kept p {
    margin: 0;
    color: var(--_ink-2);
    font-size: var(--_size-small);
  }
  .rows {
    display: grid;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .row {
    display: flex;
    align-items: center;
    min-inline-size: 0;
    border-block-end: 1px solid var(--_line);
  }
  .opens {
    display: grid;
    flex: 1;
    gap: 2px;
    min-inline-size: 0;
    min-block-size: max(48px, var(--_control));
    align-content: center;
    padding-block: calc(6 * var(--_px));
    text-align: start;
  }
  .opens .title {
    overflow: hidden;
    font-size: var(--_size);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .opens:hover .title {
    color: var(--_accent);
  }
  .opens[aria-current] .title {
    font-weight: 600;
  }
  .opens .about {
    color: var(--_ink-3);
    font-size: var(--_size-tiny);
  }
  .ask {
    flex: 1;
    min-block-size: max(48px, var(--_control));
    padding-block: calc(6 * var(--_px));
  }
  .sure {
    flex: 1 1 160px;
    font-size: var(--_size-small);
  }
`;

// The layout of the question about what was made before the login. Loaded with it.
import { css } from 'lit';

export const takeAlongStyles = css`
  .take-along {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: calc(8 * var(--_px)) calc(16 * var(--_px));
    padding-block: calc(8 * var(--_px));
  }
  .take-along > p {
    flex: 1 1 16em;
    margin: 0;
  }
  .take-along > .answers {
    display: flex;
    flex-wrap: wrap;
    gap: calc(8 * var(--_px));
  }
`;

// The layout of the editor. Loaded with it.
import { css } from 'lit';

export const editorStyles = css`
  .editor > .body {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 340px;
    flex: 1;
    min-block-size: 0;
  }
  .editor form {
    display: flex;
    flex-direction: column;
    gap: 12px;
    padding: 16px;
    border-inline-start: 1px solid var(--_line);
    overflow: auto;
  }
  .editor .pair {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 12px;
  }
  .editor .field > .label {
    display: flex;
    justify-content: space-between;
  }
  .editor :is([type='range'], progress) {
    inline-size: 100%;
    min-block-size: 24px;
    margin: 0;
  }
  .editor form > p {
    margin: 0;
    font-size: var(--_size-small);
    overflow-wrap: anywhere;
  }
  .editor .opening {
    position: absolute;
    inset: 0;
    display: grid;
    place-content: center;
    color: #fff;
  }
  .editor .keys {
    display: flex;
    align-items: center;
    gap: 8px;
    margin-block-start: auto;
  }
  .editor .keys > progress {
    flex: 1;
    min-inline-size: 0;
  }
  @media (max-width: 760px) {
    .editor > .body {
      grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    }
    .editor .stage > .screen {
      flex: none;
      max-block-size: 40dvh;
      aspect-ratio: 16 / 9;
    }
    .editor form {
      border-inline-start: 0;
      border-block-start: 1px solid var(--_line);
    }
  }
`;

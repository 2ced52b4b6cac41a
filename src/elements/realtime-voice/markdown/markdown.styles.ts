// Markdown in a message, set by space and weight, in the page's own type. Loaded with what reads it.
import { css } from 'lit';

export const markdownStyles = css`
  .words :is(ul, ol) {
    margin: 0;
    padding-inline-start: 22px;
  }
  .words ul {
    list-style: disc;
  }
  .words ul ul {
    list-style: circle;
  }
  .words li {
    padding-block: 2px;
  }
  .words li::marker {
    color: var(--_ink-3);
    font-variant-numeric: tabular-nums;
  }
  .words li > p + p,
  .words li > * + p {
    margin-block-start: 6px;
  }
  .words .task {
    list-style: none;
  }
  .check {
    display: inline-block;
    inline-size: 13px;
    block-size: 13px;
    margin-inline: -20px 7px;
    border: 1.6px solid var(--_ink-3);
    border-radius: 3px;
    vertical-align: -2px;
  }
  .check[data-checked] {
    border-color: var(--_accent);
    background: linear-gradient(var(--_accent), var(--_accent)) center / 7px 7px no-repeat;
  }
  .words .heading {
    margin-block-start: 6px;
    font-weight: 650;
  }
  .section:first-child > .heading:first-child {
    margin-block-start: 0;
  }
  .words .heading:is([data-depth='1'], [data-depth='2']) {
    font-size: var(--_size-large);
  }
  .words blockquote {
    display: grid;
    gap: 8px;
    margin: 0;
    padding-inline-start: 12px;
    border-inline-start: 2px solid var(--_line);
    color: var(--_ink-2);
  }
  .words hr {
    inline-size: 100%;
    block-size: 1px;
    margin: 4px 0;
    border: 0;
    background: var(--_line);
  }
  .words a {
    color: var(--_accent);
    text-decoration-thickness: 1px;
    text-underline-offset: 2px;
  }
  .words .place {
    color: var(--_ink-3);
    font-size: var(--_size-small);
  }
  .words :not(pre) > code {
    padding: 1px 5px;
    border-radius: 5px;
    background: var(--_paper-2);
    overflow-wrap: anywhere;
  }
  .words .table {
    overflow-x: auto;
    scrollbar-width: thin;
  }
  .words table {
    border-collapse: collapse;
    font-size: var(--_size-small);
    font-variant-numeric: tabular-nums;
  }
  .words :is(th, td) {
    padding: 5px 14px 5px 0;
    border-block-end: 1px solid var(--_line);
    text-align: start;
    vertical-align: top;
    overflow-wrap: normal;
  }
  .words th {
    color: var(--_ink-2);
    font-weight: 600;
    white-space: nowrap;
  }
  .words :is(th, td):dir(rtl) {
    padding-inline: 0 14px;
  }
  .words td {
    min-inline-size: 6ch;
    max-inline-size: 40ch;
  }
  .words .center {
    text-align: center;
  }
  .words .right {
    text-align: end;
  }
  .words .code {
    min-inline-size: 0;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    overflow: clip;
  }
  .code-top {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    padding-inline: 12px 4px;
    border-block-end: 1px solid var(--_line);
    background: var(--_paper-2);
    color: var(--_ink-2);
    font-size: var(--_size-tiny);
  }
  .words .copy-code {
    min-block-size: var(--_control-small);
    padding-inline: 8px;
    font-size: var(--_size-tiny);
    font-weight: 400;
  }
  .copy-code[data-done] {
    font-size: 0;
  }
  .copy-code[data-done]::after {
    content: attr(data-done);
    color: var(--_accent);
    font-size: var(--_size-tiny);
  }
  .words pre {
    margin: 0;
    padding: 10px 12px;
    overflow-x: auto;
    line-height: 1.5;
    white-space: pre;
    scrollbar-width: thin;
    tab-size: 4;
  }
  .words pre:focus-visible,
  .words .table:focus-visible {
    outline-offset: -2px;
  }
  .words pre code {
    unicode-bidi: plaintext;
  }
  @media (forced-colors: active) {
    .check[data-checked] {
      forced-color-adjust: none;
      background: var(--_accent);
    }
  }
`;

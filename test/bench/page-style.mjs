// How record.html looks: light and dark, from a telephone's width up.
export const style = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#16181d, #eceef2);
  --ink-2: light-dark(#5b6270, #a2a9b6);
  --paper: light-dark(#ffffff, #15171b);
  --line: light-dark(#dfe2e8, #2c313a);
  --series-0: light-dark(#0b6e5f, #3fd0b4);
  --series-1: light-dark(#b3541e, #f0a35e);
  --series-2: light-dark(#4a5bc4, #93a4ff);
  --series-3: light-dark(#8a3a86, #d88fd4);
  --broken: light-dark(#bf3b23, #ff7a5c);
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.2 }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.15rem; line-height: 1.3 }
p, ul { max-width: 44rem; margin: .5rem 0 }
ul { padding-inline-start: 1.2rem }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 1.5rem 2rem; margin-block: 1rem }
figure { margin: 0 }
figcaption b, figcaption span { display: block }
figcaption b { font-weight: 600 }
figcaption span { color: var(--ink-2); font-size: 13px }
figure > svg { display: block; inline-size: 100%; max-inline-size: 25rem; margin-block-start: .5rem }
svg text { fill: var(--ink-2); font-size: 11.5px }
.grid { stroke: var(--line) }
.one { stroke: var(--ink-2) }
.limit { stroke: var(--broken); stroke-width: 1.5; stroke-dasharray: 5 4 }
.series-0 { fill: var(--series-0); stroke: var(--series-0) }
.series-1 { fill: var(--series-1); stroke: var(--series-1) }
.series-2 { fill: var(--series-2); stroke: var(--series-2) }
.series-3 { fill: var(--series-3); stroke: var(--series-3) }
rect[class] { stroke: none }
.line { fill: none; stroke-width: 2; stroke-linejoin: round }
.legend { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: .25rem 0 0; padding: 0; list-style: none; font-size: 13px }
.legend svg { margin-inline-end: .4rem; vertical-align: -1px }
.table { overflow-x: auto }
table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums }
th, td { padding: .35rem 1rem .35rem 0; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top }
thead th { color: var(--ink-2); font-weight: 500 }
tbody th { min-inline-size: 9rem; font-weight: 400 }
small { display: block; color: var(--ink-2); font-size: 12.5px }
.kept b { color: var(--ink-2); font-weight: 400 }
.broken, .broken b { color: var(--broken); font-weight: 600 }
@media (max-width: 30rem) {
  table { font-size: 13px }
  th, td { padding-inline-end: .5rem }
  tbody th { min-inline-size: 6.5rem }
}
details { margin-block-start: .5rem }
summary { cursor: pointer; color: var(--ink-2) }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .92em }
:focus-visible { outline: 2px solid var(--series-0); outline-offset: 2px }
`;

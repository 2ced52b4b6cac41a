// All screenshots of a folder on one page, and a few stories at a time as one picture: made for looking at many at once.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const columns = ['wide-light', 'wide-dark', 'narrow-light', 'narrow-dark'];
const onOneSheet = 4;

/** Writes `index.html` and `sheet-<group>-<number>.png` into `folder`. */
export async function drawContactSheets(browser, folder) {
  const ids = readdirSync(folder).flatMap((name) => /^(.+)\.wide-light\.png$/.exec(name)?.[1] ?? []);
  const groups = groupsOf(ids.toSorted());
  const page = await browser.newPage();
  await page.setViewport({ width: 1500, height: 900 });
  for (const [group, members] of groups) {
    for (let at = 0; at < members.length; at += onOneSheet) {
      writeFileSync(join(folder, 'index.html'), pageOf([[group, members.slice(at, at + onOneSheet)]]));
      await page.goto(pathToFileURL(join(folder, 'index.html')).href, { waitUntil: 'load' });
      await page.screenshot({ path: join(folder, `sheet-${group}-${at / onOneSheet + 1}.png`), fullPage: true });
    }
  }
  await page.close();
  writeFileSync(join(folder, 'index.html'), pageOf([...groups]));
}

/** Ids by what stands before their story's own name. */
function groupsOf(ids) {
  const groups = new Map();
  for (const id of ids) {
    const [group] = id.split('--');
    groups.set(group, [...(groups.get(group) ?? []), id]);
  }
  return groups;
}

const pageOf = (groups) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screenshots</title>
<style>
  body { font: 14px/1.4 system-ui, sans-serif; margin: 16px; background: #888; color: #fff }
  .story { display: grid; grid-template-columns: 10fr 10fr 3.6fr 3.6fr; gap: 6px; margin-block-end: 14px; align-items: start }
  h3 { grid-column: 1 / -1; margin: 0; font-size: 14px }
  img { inline-size: 100% }
</style>
${groups.map(([group, ids]) => `<h2>${group}</h2>${ids.map(storyOf).join('')}`).join('\n')}
</html>
`;

const storyOf = (id) =>
  `<div class="story"><h3>${id.split('--')[1]}</h3>${columns.map((column) => `<a href="${id}.${column}.png"><img src="${id}.${column}.png" alt="${id}, ${column}"></a>`).join('')}</div>`;

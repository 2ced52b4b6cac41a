// Each mistake that an element names has its section in the guide, which the warning links to.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';

import { diagnosisEnglish } from '../../../src/elements/shared/strings.diagnosis.en.js';

it('every cause has a section in the guide, and every section a cause', () => {
  const guide = readFileSync('stories/guides/troubleshooting.mdx', 'utf8');
  const sections = [...guide.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase().replaceAll(' ', '-'));
  const causes = Object.keys(diagnosisEnglish.causes).map((name) => name.replaceAll(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`));
  assert.deepEqual(sections.toSorted(), causes.toSorted());
});

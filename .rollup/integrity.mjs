// dist/cdn/integrity.json.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** The `integrity` of each script, for tags and import maps. */
export const integrity = {
  name: 'integrity',
  writeBundle() {
    const names = readdirSync('dist/cdn').filter((name) => name.endsWith('.js'));
    const hash = (name) =>
      `sha384-${createHash('sha384')
        .update(readFileSync(`dist/cdn/${name}`))
        .digest('base64')}`;
    const hashes = Object.fromEntries(names.toSorted().map((name) => [name, hash(name)]));
    writeFileSync('dist/cdn/integrity.json', `${JSON.stringify(hashes, null, 2)}\n`);
  },
};

// The library of references in a real IndexedDB: for each user and gallery, and gone when it is forgotten.
import { expect } from '@open-wc/testing';
import { createReferenceLibrary } from 'voxreel';
import type { ReferenceLibrary, ReferenceLibraryOptions } from 'voxreel';

import { openKeptDrafts } from '../../../../../src/core/video/drafts/kept-drafts.js';

const open: ReferenceLibrary[] = [];
const libraryOf = (options: ReferenceLibraryOptions): ReferenceLibrary => {
  const library = createReferenceLibrary({ name: 'library-test', ...options });
  open.push(library);
  return library;
};
afterEach(async () => {
  for (const library of open.splice(0)) await library.forget();
});

const picture = (text: string): Blob => new Blob([text], { type: 'image/png' });
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    ({ code, param }: { code: string; param: string }) => `${code} ${param}`,
  );

describe('the library of references', () => {
  it('keeps files and addresses under their names, for another page of the same user', async () => {
    await libraryOf({ user: 'ada' }).put({ name: 'Zoe', role: 'person', image: picture('zoe') });
    await libraryOf({ user: 'ada' }).put({ name: 'Ink', role: 'style', image: 'https://example.org/ink.png' });
    const kept = await libraryOf({ user: 'ada' }).all();
    expect(kept.map(({ name, role }) => [name, role])).to.deep.equal([
      ['Ink', 'style'],
      ['Zoe', 'person'],
    ]);
    const [ink, zoe] = kept.map(({ image }) => image);
    expect(ink).to.equal('https://example.org/ink.png');
    expect(zoe instanceof Blob && [zoe.type, await zoe.text()]).to.deep.equal(['image/png', 'zoe']);
    expect(await libraryOf({ user: 'bo' }).all()).to.deep.equal([]);
    expect(await libraryOf({ user: 'ada', name: 'another' }).all()).to.deep.equal([]);
  });

  it('has one of a name, whatever its case, and takes it away', async () => {
    const library = libraryOf({});
    await library.put({ name: 'zoe', image: picture('one') });
    await library.put({ name: 'ZOE', image: picture('two') });
    const [zoe, ...others] = await library.all();
    expect([zoe?.name, others.length, zoe?.image instanceof Blob && (await zoe.image.text())]).to.deep.equal(['ZOE', 0, 'two']);
    await library.remove('Zoe');
    expect(await library.all()).to.deep.equal([]);
  });

  it('refuses what is no reference', async () => {
    const library = libraryOf({});
    expect(await codeOf(library.put({ name: 'two words', image: picture('x') }))).to.equal('invalid_input name');
    expect(await codeOf(library.put({ image: picture('x') }))).to.equal('invalid_input name');
    expect(await codeOf(library.put({ name: 'zoe', image: 'data:image/png;base64,AA==' }))).to.equal('invalid_input image');
    expect(await codeOf(library.put({ name: 'zoe', role: 'king' as 'person', image: picture('x') }))).to.equal('invalid_input role');
    expect(await library.all()).to.deep.equal([]);
  });

  it('leaves no database with a name behind when it is forgotten', async () => {
    const library = libraryOf({ user: 'cleo' });
    await library.put({ name: 'zoe', image: picture('zoe') });
    const named = async () => (await indexedDB.databases()).filter(({ name = '' }) => name.includes('cleo')).length;
    expect(await named()).to.equal(1);
    await library.forget();
    expect(await named()).to.equal(0);
  });

  it('keeps the database of nobody, which other pages may have open', async () => {
    const library = libraryOf({ name: 'library-of-nobody' });
    await library.put({ name: 'zoe', image: picture('zoe') });
    await library.forget();
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    expect(names.filter((name) => name.includes('library-of-nobody')).length).to.equal(1);
    expect(await libraryOf({ name: 'library-of-nobody' }).all()).to.deep.equal([]);
  });

  it('ends with the page where it is to', async () => {
    const library = libraryOf({ user: 'dan', persistent: false });
    await library.put({ name: 'zoe', image: picture('zoe') });
    expect((await library.all()).length).to.equal(1);
    expect(await libraryOf({ user: 'dan' }).all()).to.deep.equal([]);
  });
});

describe('a draft that is kept', () => {
  it('keeps its references with their pictures', async () => {
    const owner = { user: 'eve', name: 'library-test', persistent: true };
    const references = [
      { image: picture('zoe'), role: 'person', name: 'zoe' },
      { image: 'https://example.org/ink.png', name: 'ink' },
    ] as const;
    const writer = openKeptDrafts(owner);
    await writer.put({ id: 'one', draft: { model: 'm', prompt: '@zoe', references }, updatedAt: 1 });
    writer.close();
    const reader = openKeptDrafts(owner);
    const [kept] = await reader.all();
    const [zoe, ink] = kept?.draft.references ?? [];
    expect([zoe?.role, zoe?.name, zoe?.image instanceof Blob && (await zoe.image.text())]).to.deep.equal(['person', 'zoe', 'zoe']);
    expect(ink).to.deep.equal(references[1]);
    expect(Object.keys(kept?.draft ?? {}).toSorted()).to.deep.equal(['model', 'prompt', 'references']);
    await reader.forget();
  });
});

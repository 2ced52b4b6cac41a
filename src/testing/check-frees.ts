// The part of a record store that deletes the files which a record no longer names.
import { keepFile, named, plenty, type Check } from './record-calls.js';

export const checkFrees: Check = async function* (one, other, user) {
  for (const file of ['first', 'second', 'third']) await keepFile(one.files, user, file, 100);
  const left = async (): Promise<string> => (await other.files.list(user, '', 10)).map(({ id }) => id).join(', ');
  const name = named('a');
  await one.put(user, name, '{"n":1}', { known: 0, quota: plenty, files: ['first', 'second'] });
  await one.put(user, name, '{"n":2}', { known: 1, quota: plenty, files: ['second'] });
  const all = await left();
  if (all !== 'first, second, third')
    yield `without frees a record that names other files leaves ${all || 'none'}, must leave all of them.`;
  await one.put(user, name, '{"n":3}', { known: 2, quota: plenty, files: ['third'], frees: true });
  const rest = await left();
  if (rest !== 'first, third')
    yield `with frees a record that names third, and named second before, leaves ${rest || 'none'}, must leave first, third.`;
};

// The library behind the gateway, on Postgres. Nothing where there is none.
import { figures } from '../figures.mjs';

const users = 1000;
const records = 1000;
const perSecond = 500;

const figure = figures({
  where: `Postgres, ${users.toLocaleString('en')} users with ${records.toLocaleString('en')} records each`,
  unit: 'ms',
});

export const library = {
  name: 'library',
  title: 'The library',
  async measure() {
    const { benchLibrary, withoutPostgres } = await import('../library.mjs');
    if (withoutPostgres !== false) {
      console.log(withoutPostgres);
      return [];
    }
    const { news, first, heardMs, passing } = await benchLibrary({ users, records, perSecond, seconds: 20, fileBytes: 200_000_000 });
    const slowest = `The slowest in a hundred lists of changes, ${perSecond} a second`;
    return [
      figure('library.changes.p99', slowest, news.p99, { where: 'twenty changes since the last list', promised: { value: 20 } }),
      figure('library.changes.p50', `The middle of them`, news.p50, { where: 'twenty changes since the last list' }),
      figure('library.first.p99', `The slowest in a hundred first pages, ${perSecond / 10} a second`, first.p99, {
        where: 'a hundred records for a new device',
      }),
      figure('library.heard.p99', 'From a write until a device on another instance hears of it, 99 in a hundred', heardMs, {
        promised: { value: 150 },
      }),
      figure('library.file.in', 'Memory that a file of 200 MB takes on its way in', passing.in, { unit: 'MB', promised: { value: 32 } }),
      figure('library.file.out', 'Memory that it takes on its way out', passing.out, { unit: 'MB', promised: { value: 32 } }),
    ];
  },
};

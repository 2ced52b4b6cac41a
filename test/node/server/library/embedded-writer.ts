// A process that writes records into an embedded store, tells which were acknowledged, and is killed in the middle of a write.
import { writeSync } from 'node:fs';

import { isVoxreelError } from 'voxreel';
import { embeddedRecords } from 'voxreel/server/node';

const folder = process.argv[2] ?? '';
const store = embeddedRecords(folder);
const quota = { records: 1000, bytes: 1_000_000 };
const put = (at: number) => store.put('ann', { kind: 'video', id: `n${at}` }, '{}', { known: 0, quota });

await put(0);
await embeddedRecords(folder)
  .clear('ann')
  .catch((error: unknown) => writeSync(1, `refused: ${isVoxreelError(error) ? error.code : String(error)}\n`));
for (let at = 1; ; at += 1) {
  const writing = put(at);
  if (at === 30) process.kill(process.pid, 'SIGKILL');
  await writing;
  writeSync(1, `${at}\n`);
}

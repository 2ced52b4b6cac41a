// Names of what a gateway does and can be killed at. A gateway is watched from outside: by what it asks of its database, its service and its files.

/** Says that the gateway at a place has come to a step; true where it was killed there: then nothing more is passed on. */
export type Reached = (place: number, step: string) => boolean;

interface Statement {
  readonly name: string;
  readonly text: RegExp;
  /** Within a transaction, which ends later. */
  readonly commits?: boolean;
}

/** What is asked of the database, by the text of the statement. The first that fits names it. */
const statements: readonly Statement[] = [
  { name: 'watch a video', text: /^INSERT INTO voxreel_watched/ },
  { name: 'lease videos', text: /^UPDATE voxreel_watched SET due = .* lease = gen_random_uuid/ },
  { name: 'put a video off', text: /^UPDATE voxreel_watched SET due = .* lease = NULL/ },
  { name: 'renew a lease', text: /^UPDATE voxreel_watched SET due = .* WHERE key = \$1 AND lease = \$2/ },
  { name: 'finish a video', text: /^DELETE FROM voxreel_watched WHERE key = \$1 AND lease/ },
  { name: 'find the record', text: /^SELECT id, version, record FROM voxreel_watched/ },
  { name: 'count an upload', text: /^INSERT INTO voxreel_files/, commits: true },
  { name: 'list a file', text: /^UPDATE voxreel_files SET id = \$2/, commits: true },
  { name: 'delete a file', text: /^UPDATE voxreel_files SET user_id = NULL.* WHERE user_id = \$1 AND id = \$2/, commits: true },
  { name: 'delete a record', text: /^WITH ended AS \( DELETE FROM voxreel_watched/, commits: true },
  { name: 'empty the bin', text: /^UPDATE voxreel_records SET binned = NULL/, commits: true },
  { name: 'write a record', text: /^WITH counted AS/, commits: true },
  { name: 'share', text: /^INSERT INTO voxreel_shares/, commits: true },
  { name: 'open a share', text: /^UPDATE voxreel_shares SET visits/ },
  { name: 'end a share', text: /^DELETE FROM voxreel_shares WHERE user_id = \$1 AND token/ },
  { name: 'find unused bytes', text: /^UPDATE voxreel_files SET until = now\(\) \+ interval/ },
  { name: 'forget bytes', text: /^DELETE FROM voxreel_files/ },
];

/** The record that the gateway itself writes: a transaction of its own kind, by what it writes. */
const ending: Statement = { name: 'write the end', text: /"endedAt"/, commits: true };

export function statementIn(text: string): Statement | undefined {
  const plain = text.trim().replaceAll(/\s+/g, ' ');
  return statements.find((statement) => statement.text.test(plain));
}

export const isEnding = (name: string, values: string): boolean => name === 'write a record' && ending.text.test(values);
export const endingName = ending.name;

/** Two of each: before it is asked, and after it was done, of which the gateway has not heard. */
const bothOf = (name: string): readonly string[] => [`before: ${name}`, `after: ${name}`];

const ofDatabase = [...statements, ending].flatMap(({ name, commits = false }) => bothOf(commits ? `commit: ${name}` : name));
const ofService = ['before: create', 'after: create', 'within: answer to create', 'before: poll', 'after: poll', 'after: poll of an end'];
const ofResult = ['before: fetch', 'within: fetch', 'after: fetch'];

/** Every step there is with files in a folder. */
export const steps: readonly string[] = [...ofService, ...ofResult, ...ofDatabase];

/** What is besides with files in S3. */
export const stepsOfS3: readonly string[] = [
  ...bothOf('S3 PUT'),
  ...bothOf('S3 POST uploads'),
  ...bothOf('S3 PUT part'),
  'within: S3 PUT part',
  ...bothOf('S3 POST complete'),
  ...bothOf('S3 DELETE'),
  ...bothOf('S3 GET'),
];

// Writes how many browser tests passed, which failed and which were skipped, for the closing lines of `npm test` and `npm run test:engines`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A test-runner reporter. */
export function countReporter(file) {
  return {
    onTestRunFinished({ sessions }) {
      const tests = sessions.flatMap((session) => testsOf(session.testResults));
      const passed = tests.filter((test) => test.passed && !test.skipped).length;
      const failed = tests.filter((test) => !test.passed && !test.skipped);
      const skipped = tests.filter((test) => test.skipped).map(({ title }) => title);
      const broken = sessions.filter(
        (session) => !session.passed && testsOf(session.testResults).every((test) => test.passed || test.skipped),
      );
      const failures = [
        ...failed.map(({ title, error }) => `${title}\n${error?.message ?? ''}`),
        ...broken.map(({ testFile, errors }) => `${testFile}\n${errors.map(({ message }) => message).join('\n')}`),
      ];
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ passed, failed: failed.length + broken.length, failures, skipped }));
    },
  };
}

/** Each with the names of its suites before its own. */
const testsOf = (suite, path = []) => {
  if (suite === undefined) return [];
  const names = suite.name ? [...path, suite.name] : path;
  return [
    ...suite.tests.map((test) => ({ ...test, title: [...names, test.name].join(' > ') })),
    ...suite.suites.flatMap((each) => testsOf(each, names)),
  ];
};

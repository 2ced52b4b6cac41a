// Writes how many browser tests passed and failed, for the closing line of `npm test`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A test-runner reporter. */
export function countReporter(file) {
  return {
    onTestRunFinished({ sessions }) {
      const tests = sessions.flatMap((session) => testsOf(session.testResults));
      const passed = tests.filter((test) => test.passed && !test.skipped).length;
      const failed = tests.filter((test) => !test.passed && !test.skipped).length;
      const broken = sessions.filter((session) => !session.passed && testsOf(session.testResults).every((test) => test.passed)).length;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ passed, failed: failed + broken }));
    },
  };
}

const testsOf = (suite) => (suite === undefined ? [] : [...suite.tests, ...suite.suites.flatMap(testsOf)]);

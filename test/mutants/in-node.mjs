// Judges faults in compiled sources by Node tests: Stryker runs, for each fault, the tests that reach it.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { Stryker } from '@stryker-mutator/core';

import { excludedMutations } from './sample.mjs';

const report = '.build/stryker.json';
/** With the end too: of `a || b` the whole and its first half begin at one place, and both may become `false`. */
const keyOf = (file, mutator, replacement, { start, end }) =>
  [file, mutator, replacement, start.line, start.column, end.line, end.column].join('\n');
const fromZero = ({ line, column }) => ({ line: line - 1, column: column - 1 });

/** @returns those of `faults` that no test noticed. */
export async function inNode(faults, tests) {
  // Stryker counts lines from 1, and takes what lies within a range besides: that is left out of the count.
  const ranges = faults.map(
    ({ fileName, location: { start, end } }) => `${fileName}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`,
  );
  await new Stryker({
    testRunner: 'tap',
    plugins: ['@stryker-mutator/tap-runner'],
    tap: { testFiles: tests, nodeArgs: ['--test-reporter=tap', '-r', '{{hookFile}}', '{{testFile}}'] },
    coverageAnalysis: 'perTest',
    mutate: ranges,
    mutator: { excludedMutations },
    ignorePatterns: ['dist', '.storybook/static', '.git'],
    // It would read ours with a TypeScript API that TypeScript 7 does not have.
    tsconfigFile: 'none.json',
    concurrency: 2,
    timeoutMS: 20_000,
    tempDirName: 'node_modules/.cache/stryker',
    reporters: ['json'],
    jsonReporter: { fileName: report },
    logLevel: 'warn',
    checkers: [],
    disableTypeChecks: false,
    allowEmpty: false,
  }).runMutationTest();
  const { files } = JSON.parse(readFileSync(report, 'utf8'));
  const statuses = new Map(
    Object.entries(files).flatMap(([file, { mutants }]) =>
      mutants.map(({ mutatorName, replacement, status, location: { start, end } }) => [
        keyOf(resolve(file), mutatorName, replacement, { start: fromZero(start), end: fromZero(end) }),
        status,
      ]),
    ),
  );
  return faults.filter(({ fileName, mutatorName, replacement, location }) => {
    const status = statuses.get(keyOf(resolve(fileName), mutatorName, replacement, location));
    if (status === undefined) throw new Error(`Stryker did not report ${mutatorName} at ${fileName}:${location.start.line + 1}.`);
    // Every other outcome fails `npm test`: a failed test, one that hangs, a file that ends badly as it loads.
    return status === 'Survived' || status === 'NoCoverage';
  });
}

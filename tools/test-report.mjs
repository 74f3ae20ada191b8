/** Counts what the test runners wrote down, and prints the closing table. */
import { existsSync, readFileSync } from 'node:fs';

const nothing = { passed: 0, failed: 0, skipped: 0 };

export function countVitest(path) {
  const report = readReport(path);
  if (!report) return { ...nothing, failed: 1 };
  // A file that does not load has no tests, but it is a failure all the same.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

export function countPlaywright(path) {
  const report = readReport(path);
  if (!report) return { ...nothing, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped };
}

/** Where the journeys that failed stand, as Playwright's command line takes it: `e2e/lists.e2e.ts:12`. */
export function listFailedJourneys(path) {
  const inSuite = ({ specs = [], suites = [] }) => [
    ...specs.filter(({ ok }) => !ok).map(({ file, line }) => `e2e/${file}:${line}`),
    ...suites.flatMap(inSuite),
  ];
  return [...new Set((readReport(path)?.suites ?? []).flatMap(inSuite))];
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

export function printTable(stages, print = console.log) {
  print('\nstage          passed  failed  passed over   seconds');
  for (const { name, passed, failed, skipped, seconds } of stages) {
    const cells = [
      String(passed).padStart(6),
      String(failed).padStart(7),
      String(skipped).padStart(12),
      seconds.toFixed(1).padStart(9),
    ];
    print(`${name.padEnd(14)} ${cells.join(' ')}`);
  }
  const total = sumOf(stages);
  print(`${total.passed} passed, ${total.failed} failed`);
  return total;
}

function sumOf(stages) {
  return stages.reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    nothing,
  );
}

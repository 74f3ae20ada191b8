/**
 * QUERY RUNS. Runs of the SQL editor as several features see them: their rows in the store, their wire shape, and those
 * at work in this process, which can be stopped and followed.
 */
export { chooseFairly } from './fair-choice.ts';
export { toWireQueries, toWireQueryRun } from './present.ts';
export {
  claimRuns,
  forgetQuestion,
  keepQuestion,
  queueRun,
  type RunQuestion,
  releaseRuns,
  type TakenRun,
} from './questions.ts';
export { createRunRegistry, type FirstRows, type RunHandle, type RunRegistry } from './registry.ts';
export {
  findActiveRuns,
  findRun,
  findRunByResultsKey,
  findStatementResult,
  forgetRun,
  insertRun,
  type NewRun,
  type QueryRun,
  updateRun,
} from './store.ts';
export { unsavedRunsOf } from './unsaved-runs.ts';
export { endUnwantedRuns } from './unwanted-runs.ts';

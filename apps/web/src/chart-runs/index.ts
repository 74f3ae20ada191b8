/**
 * CHART RUNS. How far a chart's query has come, wherever a chart is drawn: asked, answered, drawn, failed, stopped.
 * In: the server's lines and what went wrong. Out: the next state of the run. Pure.
 */
export {
  type ChartFailure,
  type ChartRun,
  failRun,
  finishRun,
  isAnyLoading,
  startRun,
  stopRun,
  withoutTraces,
} from './chart-run.ts';

/**
 * QUESTIONS. What is asked, and whether the asking person may read it: datasets that are open to him, and those that a
 * dashboard of his opens. In: bodies of calls, saved charts. Out: questions, and the dataset and engine of each.
 */
export { mayDrillOnDashboard } from './dashboard-reading.ts';
export { readExtraFilters, withExtraFilters } from './extra-filters.ts';
export { getChartDatasource, openSource, type Question, type Source, toJob } from './question.ts';
export {
  incorrect,
  loadChartRequest,
  loadOpenChart,
  planFormRequest,
  readFormRequest,
  readJsonText,
  readKeptRequest,
  readPayload,
  toRequest,
} from './saved-request.ts';

/**
 * ANSWERS. What charts ask, answered: `question -> prepared -> answer cache -> rollups -> engine -> post-processing -> text`.
 * In: a question with whoever asks it, whose rights are looked at each time. Out: answers, and the bytes in which they are
 * sent. What is remembered or shared on the way is known in here alone; every answer is as if nothing had been.
 */
export { emptyAnswer, toNamedRows, toTableResult, withFacts } from './answer.ts';
export { type Answers, createAnswers } from './answers.ts';
export type { CubeDimension, PackedCube } from './cube-shapes.ts';
export type { Mistake } from './find-mistake.ts';
export {
  getChartDatasource,
  incorrect,
  loadChartRequest,
  loadOpenChart,
  mayDrillOnDashboard,
  planFormRequest,
  type Question,
  readExtraFilters,
  readFormRequest,
  readJsonText,
  readKeptRequest,
  readPayload,
  type Source,
  toRequest,
  withExtraFilters,
} from './questions/index.ts';
export { warmUp } from './warm-up.ts';
export {
  type Answer,
  answersText,
  batchLineParts,
  type LineStream,
  openLineStream,
  sendRows,
  tableText,
} from './writing/index.ts';

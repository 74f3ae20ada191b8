/**
 * WAREHOUSE. What engines have in common that are asked over HTTP and whose queries a grammar of ours reads: an engine that runs,
 * keeps, describes and explains statements that only read. In: what is particular about one. Out: an `Engine`.
 */
export {
  createLexer,
  type Lexicon,
  type NamedTable,
  type NamePart,
  type ReadStatement,
  readStatements,
  type SqlGrammar,
  smallAscii,
  standardGrammar,
  standardLexicon,
  standardReservedWords,
  withHeads,
  withTableHead,
} from './grammar/index.ts';
export { createInformationSchema, type InformationSchema, missingTable } from './information-schema.ts';
export { type JobSteps, pauseBeforePoll, readJob } from './jobs.ts';
export {
  type Ask,
  openWarehouse,
  type Question,
  type Warehouse,
  type WarehouseCatalog,
  type WarehouseConnection,
  type WarehouseOptions,
} from './open.ts';
export { isSystemCatalog, openCatalog, placedTable, showCatalogs } from './other-catalogs.ts';
export { detailsOf, mostPlanRows, numberIn, type PlanRow, type ServerPlan, toPlanRows } from './plans.ts';

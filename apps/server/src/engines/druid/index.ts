/**
 * DRUID. Apache Druid over the HTTP interface of its SQL, without a driver: rows come in lines, and are read as they come. Statements
 * are read by a grammar of our own, and only those that read are sent. In: statements. Out: result tables, analyses, EngineErrors.
 */
export { readStatements as readDruidScript } from './grammar.ts';
export { druidKind } from './kind.ts';
export { type DruidOptions, openDruid } from './open.ts';
export { fromUri } from './uri.ts';

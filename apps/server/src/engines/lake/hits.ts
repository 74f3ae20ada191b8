import type { CatalogHit, CatalogPart, CatalogSearch } from '../engine.ts';
import type { LakeTable } from './grouping.ts';

interface Looked {
  readonly tables: readonly LakeTable[];
  /** What the engine knows: columns of tables that somebody has read. */
  readonly columns: readonly CatalogHit[];
}

/** Tables by their names, whether or not anybody has read them, and the columns of those that somebody has. */
export function hitsOf({ text, limit, within }: CatalogSearch, { tables, columns }: Looked): readonly CatalogHit[] {
  const needle = text.toLowerCase();
  const own = tables
    .filter((table) => table.table.toLowerCase().includes(needle) && (!within || isWithin(table, within)))
    .map(({ schema, table }) => ({ schema, table, kind: 'table' as const, column: null, nativeType: null }));
  const known = columns.filter(({ column }) => column !== null).map((hit) => ({ ...hit, kind: 'table' as const }));
  return [...own, ...known].sort(byPlace).slice(0, limit);
}

function isWithin({ schema, table }: LakeTable, { schemas, tables }: CatalogPart): boolean {
  return schemas.includes(schema) || tables.some((one) => one.schema === schema && one.table === table);
}

function byPlace(a: CatalogHit, b: CatalogHit): number {
  const textOf = ({ schema, table, column }: CatalogHit) => JSON.stringify([schema, table, column === null ? 0 : 1]);
  return textOf(a) < textOf(b) ? -1 : Number(textOf(a) > textOf(b));
}

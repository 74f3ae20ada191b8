import type { ColumnType, QueryObject } from '@powerset/contract';
import { dialects } from '@powerset/sql';
import type { DatasetColumn, QueryDataset } from '../dataset.ts';
import type { PlanInput } from './plan-query.ts';

/** A column of a dataset for tests. */
export function sampleColumn(
  name: string,
  [type, nativeType]: readonly [ColumnType, string],
  rest: Partial<DatasetColumn> = {},
): DatasetColumn {
  return {
    name,
    type,
    nativeType,
    expression: null,
    isTemporal: type === 'temporal',
    pythonDateFormat: null,
    isFilterable: true,
    isGroupable: true,
    ...rest,
  };
}

/** A small dataset of orders, for tests. */
export const sampleDataset: QueryDataset = {
  id: 7,
  name: 'orders',
  schema: 'main',
  table: 'orders',
  sql: null,
  mainTemporalColumn: 'ts',
  alwaysFilterMainTemporal: false,
  fetchValuesPredicate: null,
  columns: [
    sampleColumn('ts', ['temporal', 'TIMESTAMP']),
    sampleColumn('day', ['temporal', 'DATE']),
    sampleColumn('region', ['string', 'VARCHAR']),
    sampleColumn('amount', ['number', 'DOUBLE']),
    sampleColumn('is_paid', ['boolean', 'BOOLEAN']),
    sampleColumn('created_s', ['number', 'BIGINT'], { isTemporal: true, pythonDateFormat: 'epoch_s' }),
    sampleColumn('created_text', ['string', 'VARCHAR'], { isTemporal: true, pythonDateFormat: '%Y-%m-%d' }),
    sampleColumn('net', ['number', 'DOUBLE'], { expression: 'amount * 0.5 -- half' }),
  ],
  metrics: [
    { name: 'count', expression: 'COUNT(*)' },
    { name: 'total', expression: 'SUM(amount)' },
  ],
  rowLevelClauses: [],
  offsetHours: 0,
};

/** What tests have asked for so far, for parsers of others. */
export const askedInputs: PlanInput[] = [];

/** What a plan of a query on the sample dataset takes; everything else has a default. */
export function sampleInput(query: QueryObject, rest: Partial<PlanInput> = {}): PlanInput {
  const input = {
    query,
    dataset: sampleDataset,
    dialect: dialects[0]!,
    now: new Date('2024-03-12T10:20:30Z'),
    limits: { maxRows: 100_000, defaultRowLimit: 50_000 },
    ...rest,
  };
  askedInputs.push(input);
  return input;
}

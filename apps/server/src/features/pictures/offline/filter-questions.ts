import { type ChartForm, readQueryForm, toFilterFields } from '@powerset/chart-kit';
import type { ChartDataRequest, QueryObject } from '@powerset/contract';
import type { CubeDimension } from '../../../answers/index.ts';
import type { Document } from '../../../metadata/index.ts';
import { filtersOf } from '../dashboard-filters.ts';
import { cubeSource } from './cube-source.ts';
import { findMainCubes } from './dimension-sets.ts';
import type { FileDataset, FileGiven } from './given.ts';
import { answered, dimensionOf, type PackedQuestion, targetColumn } from './questions.ts';

/** So many values a filter offers. */
const mostValues = 1000;

/** What a filter offers, and what it offers under those that it hangs on. */
export async function filterQuestion(given: FileGiven, filter: Document): Promise<PackedQuestion | null> {
  const column = targetColumn(filter);
  const dataset = datasetOf(given, filter);
  if (!dataset || column === null) return null;
  const requests = queriesOf(filter, column, dataset).map((query) => requestFor(given, { filter, dataset, query }));
  const [plain] = requests;
  if (!plain) return null;
  const parents = parentsOf(given, filter, dataset);
  const own = dimensionOf(dataset, column);
  const wanted = { values: [...(own ? [own] : []), ...parents], time: null, ranges: [], marks: [] };
  const sizes = await given.sizesOf(dataset.id);
  const found = [];
  for (const request of requests)
    found.push(await findMainCubes(wanted, cubeSource(given, { request, ownRows: 1, sizes })));
  return {
    key: `filter:${String(filter.id)}`,
    columns: dataset.columns.map(({ column_name: name }) => name),
    answers: [await answered(given, plain)],
    cubes: [found.flat().flatMap((cubes) => cubes[0] ?? [])],
  };
}

function datasetOf({ datasets }: FileGiven, { targets }: Document): FileDataset | undefined {
  const [first] = Array.isArray(targets) ? targets : [];
  return datasets.find(({ id }) => id === first?.datasetId);
}

/** The columns of the filters that this one hangs on. */
function parentsOf({ dashboard }: FileGiven, filter: Document, dataset: FileDataset): readonly CubeDimension[] {
  const ids = Array.isArray(filter.cascadeParentIds) ? filter.cascadeParentIds.map(String) : [];
  return filtersOf(dashboard.metadata)
    .filter(({ id }) => ids.includes(String(id)))
    .flatMap((parent) => {
      const isTime = parent.filterType === 'filter_time';
      return dimensionOf(dataset, isTime ? dataset.main_dttm_col : targetColumn(parent)) ?? [];
    });
}

/** What the page asks for a filter. */
function queriesOf(filter: Document, column: string, dataset: FileDataset): readonly QueryObject[] {
  const fields = fieldsOf(filter, dataset);
  if (filter.filterType === 'filter_select') return [valuesQuery(filter, column, fields)];
  if (filter.filterType !== 'filter_range') return [];
  const end = (aggregate: 'MIN' | 'MAX', label: string) => ({
    ...{ expressionType: 'SIMPLE' as const, aggregate, column: { column_name: column }, label },
  });
  const count = { expressionType: 'SQL' as const, sqlExpression: 'COUNT(*)', label: 'count' };
  return [
    { ...fields, columns: [], metrics: [end('MIN', 'min'), end('MAX', 'max')], row_limit: 1 },
    { ...fields, columns: [], metrics: [count], row_limit: 1 },
  ];
}

function valuesQuery(filter: Document, column: string, fields: Partial<QueryObject>): QueryObject {
  const metric = typeof filter.sortMetric === 'string' && filter.sortMetric !== '' ? filter.sortMetric : null;
  const control = filter.controlValues as { sortAscending?: unknown } | undefined;
  return {
    ...fields,
    columns: [column],
    metrics: metric === null ? [] : [metric],
    orderby: [[metric ?? column, control?.sortAscending !== false]],
    row_limit: mostValues,
  };
}

/** The filter's own conditions. */
function fieldsOf(filter: Document, dataset: FileDataset): Partial<QueryObject> {
  const form: ChartForm = {
    viz_type: 'table',
    adhoc_filters: Array.isArray(filter.adhoc_filters) ? filter.adhoc_filters : [],
    ...(typeof filter.time_range === 'string' ? { time_range: filter.time_range } : {}),
    ...(typeof filter.granularity_sqla === 'string' ? { granularity_sqla: filter.granularity_sqla } : {}),
  };
  const { filters, extras } = toFilterFields(readQueryForm(form));
  const granularity = typeof form.granularity_sqla === 'string' ? form.granularity_sqla : dataset.main_dttm_col;
  const isTimed = typeof form.time_range === 'string' && form.time_range !== 'No filter' && granularity;
  const time = isTimed ? { time_range: String(form.time_range), granularity } : {};
  return { filters: [...(filters ?? [])], extras: { ...extras }, ...time };
}

interface Asked {
  readonly filter: Document;
  readonly dataset: FileDataset;
  readonly query: QueryObject;
}

function requestFor({ dashboard }: FileGiven, { filter, dataset, query }: Asked): ChartDataRequest {
  return {
    datasource: { id: dataset.id, type: 'table' },
    queries: [query],
    form_data: { type: 'NATIVE_FILTER', native_filter_id: filter.id, dashboardId: dashboard.id },
    result_format: 'json',
    result_type: 'full',
  };
}

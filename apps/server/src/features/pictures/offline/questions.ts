import { applyExtraFormData, type ChartForm, type ExtraFormData, mergeExtraFormData } from '@powerset/chart-kit';
import { findChartDefinition } from '@powerset/charts/definitions';
import { type ChartDataRequest, columnLabel, type QueryObject } from '@powerset/contract';
import { type Answer, type CubeDimension, type PackedCube, withFacts } from '../../../answers/index.ts';
import type { Document, Row } from '../../../metadata/index.ts';
import { othersTurn } from '../../../turns/index.ts';
import { toRequest } from '../chart-question.ts';
import { filtersReaching, masksOf } from '../dashboard-filters.ts';
import { cubeSource } from './cube-source.ts';
import { type CubeSource, unique, type Wanted } from './dimension-sets.ts';
import type { FileDataset, FileGiven } from './given.ts';

/** A question of the file whose rows are still packed. */
export interface PackedQuestion {
  readonly key: string;
  readonly columns: readonly string[];
  readonly answers: readonly { readonly queries: readonly QueryObject[]; readonly results: readonly Answer[] }[];
  /** For each of its queries. */
  readonly cubes: readonly (readonly PackedCube[])[];
  /** Why there is no answer. */
  readonly problem?: string;
}

/** A chart that was asked as it is when the file is opened; cubes are found afterwards, the important ones of all charts first. */
export interface OpenQuestion {
  readonly chart: Row<'charts'>;
  readonly question: Omit<PackedQuestion, 'cubes'>;
  readonly queries: readonly QueryObject[];
  readonly wanted: Wanted;
  readonly source: CubeSource;
  /** It shows rows as they are, which no cube tells. */
  readonly showsRows: boolean;
}

/** A chart's question; null where the file cannot show it. */
export async function chartQuestion(given: FileGiven, chart: Row<'charts'>): Promise<OpenQuestion | null> {
  const dataset = datasetOf(given, chart);
  if (!dataset || given.drawing.services.plugins.find(chart.viz_type ?? '')) return null;
  const requestOf = (masks: readonly ExtraFormData[]) => requestUnder(given, chart, masks);
  const filtered = { ...given.dashboard, masks: given.masks };
  const opening = requestOf(masksOf(chart.id, filtered));
  const known = [opening, requestOf([]), requestOf(masksOf(chart.id, { ...filtered, masks: {} }))];
  const answers = [];
  for (const request of unlike(known)) answers.push(await answered(given, request));
  const ownRows = answers[0]?.results[0]?.facts.sql_rowcount ?? 0;
  const columns = dataset.columns.map(({ column_name: name }) => name);
  return {
    chart,
    question: { key: `chart:${chart.id}`, columns, answers },
    queries: opening.queries,
    showsRows: opening.queries.every(({ metrics }) => !metrics),
    wanted: wantedOf(given, chart, dataset),
    source: cubeSource(given, { request: opening, ownRows, sizes: await given.sizesOf(dataset.id) }),
  };
}

/** What a chart asks under some masks. */
export function requestUnder(
  given: FileGiven,
  chart: Row<'charts'>,
  masks: readonly ExtraFormData[],
): ChartDataRequest {
  const dataset = datasetOf(given, chart);
  const form = formOf(chart);
  const options = { mainTemporalColumn: dataset?.main_dttm_col };
  const extra = mergeExtraFormData(masks);
  const own = masks.length > 0 ? applyExtraFormData(form, extra, options) : form;
  return toRequest(given.drawing.services, {
    form: { ...own, dashboardId: given.dashboard.id },
    savedContext: chart.query_context,
    conditions: null,
  });
}

/** The chart's form, of its type and dataset. */
function formOf(row: Row<'charts'>): ChartForm {
  const datasource = `${row.datasource_id}__${row.datasource_type ?? 'table'}`;
  return { ...readParams(row), viz_type: row.viz_type ?? '', slice_id: row.id, datasource };
}

function readParams({ params }: Row<'charts'>): object {
  try {
    const value: unknown = JSON.parse(params ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

export const datasetOf = ({ datasets }: FileGiven, chart: Row<'charts'>) =>
  datasets.find(({ id }) => id === chart.datasource_id);

function unlike(requests: readonly ChartDataRequest[]): readonly ChartDataRequest[] {
  const names = requests.map(({ queries }) => JSON.stringify(queries));
  return requests.filter((_, at) => names.indexOf(names[at] ?? '') === at);
}

/** What the server would say now; nobody who reads the file is told the SQL. */
export async function answered({ drawing }: FileGiven, request: ChartDataRequest) {
  const { user, signal, answers, urlParams } = drawing;
  const given = await answers.answer({ user, signal, request, ...(urlParams ? { urlParams } : {}) });
  await othersTurn();
  const results = given.map((answer) =>
    withFacts(answer, { ...answer.facts, query: '', cache_key: null, is_cached: null, cached_dttm: null }),
  );
  return { queries: request.queries, results };
}

/** Columns of marks beyond these are not followed. */
const mostMarks = 8;

/** A range that no dashboard has, by which it is seen where a chart takes one. */
const probe = '1903-04-05 : 1903-04-06';

/** By what a chart may be filtered. */
export function wantedOf(given: FileGiven, chart: Row<'charts'>, dataset: FileDataset): Wanted {
  const reaching = filtersReaching(chart.id, given.dashboard);
  const ofType = (type: string) =>
    reaching
      .filter((filter) => filter.filterType === type)
      .flatMap((filter) => dimensionOf(dataset, targetColumn(filter)) ?? []);
  const hasTime = reaching.some(({ filterType }) => filterType === 'filter_time');
  return {
    values: unique(ofType('filter_select').filter(isValue)),
    time: hasTime ? timeDimension(requestUnder(given, chart, [{ time_range: probe }]), dataset) : null,
    ranges: unique(ofType('filter_range').filter(isValue)),
    marks: markColumns(given, chart)
      .flatMap((column) => dimensionOf(dataset, column) ?? [])
      .slice(0, mostMarks),
  };
}

const isValue = ({ kind }: CubeDimension) => kind === 'value';

/** The column of a filter, where it names one. */
export function targetColumn({ targets }: Document): string | null {
  const [first] = Array.isArray(targets) ? targets : [];
  const name: unknown = first?.column?.name;
  return typeof name === 'string' ? name : null;
}

export function dimensionOf(dataset: FileDataset | undefined, column: string | null): CubeDimension | null {
  const known = dataset?.columns.find(({ column_name: name }) => name === column);
  return known ? { column: known.column_name, kind: known.is_dttm ? 'day' : 'value' } : null;
}

/** The column in which a chart's rows follow a range of time. */
function timeDimension({ queries }: ChartDataRequest, dataset: FileDataset | undefined): CubeDimension | null {
  const columns = queries.map((query) => {
    const filter = query.filters?.find(({ op, val }) => op === 'TEMPORAL_RANGE' && val === probe);
    if (filter) return columnLabel(filter.col);
    return query.time_range === probe ? (query.granularity ?? null) : null;
  });
  const [first = null] = columns;
  return columns.every((column) => column === first) ? dimensionOf(dataset, first) : null;
}

/** What can be chosen by a click in the other charts: the columns by which they group. */
function markColumns(given: FileGiven, chart: Row<'charts'>): readonly string[] {
  const others = given.charts.filter((other) => other.id !== chart.id && emits(other) && crosses(given, other, chart));
  const columns = others.flatMap((other) => columnsOf(requestUnder(given, other, []).queries));
  return [...new Set(columns)];
}

function emits({ viz_type: type }: Row<'charts'>): boolean {
  return findChartDefinition(type ?? '')?.behaviors?.includes('INTERACTIVE_CHART') ?? false;
}

function crosses({ dashboard }: FileGiven, from: Row<'charts'>, to: Row<'charts'>): boolean {
  const configuration = dashboard.metadata.chart_configuration;
  const own = configuration && typeof configuration === 'object' ? (configuration as Document)[String(from.id)] : null;
  const scope = (own as { crossFilters?: { chartsInScope?: unknown } } | null)?.crossFilters?.chartsInScope;
  return !Array.isArray(scope) || scope.includes(to.id);
}

function columnsOf(queries: readonly QueryObject[]): readonly string[] {
  const [first] = queries;
  return (first?.columns ?? []).map((column) => (typeof column === 'string' ? column : column.sqlExpression));
}

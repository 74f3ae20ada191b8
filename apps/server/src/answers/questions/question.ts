import type { ChartDataRequest, QueryObject } from '@powerset/contract';
import { can, type User } from '../../access/index.ts';
import { translateFilters } from '../../advanced-types/index.ts';
import {
  type AccessibleDataset,
  getDatasource,
  getGrantedDataset,
  hiddenDataset,
  narrowQuery,
  toQueryDataset,
} from '../../catalog/index.ts';
import type { QueryEngine } from '../../engines/index.ts';
import { AppError, fieldError } from '../../http/index.ts';
import type { RowsListener } from '../../packed/index.ts';
import type { Services } from '../../services.ts';
import { templateScope } from '../../sql-templates/index.ts';
import type { QueryJob } from '../query-job.ts';
import type { Batch } from '../rollups/index.ts';
import { readsThroughDashboard } from './dashboard-reading.ts';

/** What a chart asks, for whom, and until when. */
export interface Question {
  readonly user: User;
  readonly request: ChartDataRequest;
  readonly signal: AbortSignal;
  /** The query string of the call, for templates. */
  readonly urlParams?: unknown;
  /** The charts that are asked at once with this one, and its name among them. */
  readonly batch?: { readonly of: Batch; readonly key: string };
  /** Rows beside the databases, such as a kept result: whoever names them has made sure that they may be read. */
  readonly source?: Source;
  /** Told of rows on their way, where its one query is answered by them as they are. */
  readonly onRows?: RowsListener | undefined;
}

/** Where the data of a request comes from, opened for whoever asks. */
export interface Source {
  readonly dataset: AccessibleDataset;
  readonly engine: QueryEngine;
  /** Its text and its expressions may hold templates, as those of a dataset do. */
  readonly isTemplated?: true;
  /** The rules on the tables of its query have templates. */
  readonly hasTemplatedRules?: boolean;
}

export async function openSource(services: Services, { user, request, source }: Question): Promise<Source> {
  // A version of a dataset reads tables as the dataset does.
  if (source) return source.isTemplated ? narrowed(services, user, source) : source;
  const id = Number(request.datasource.id);
  if (!Number.isInteger(id)) throw fieldError({ 'datasource.id': ['Must be the id of a dataset.'] }, 400);
  const dataset = await getChartDatasource(services, user, request);
  return narrowed(services, user, { dataset, engine: await openEngine(services, user, dataset) });
}

/** Bare names of a dataset's query lie in its catalog. */
function openEngine({ engines }: Services, user: User, { row, database }: AccessibleDataset) {
  return engines.get(database.id, user, row.catalog);
}

async function narrowed(services: Services, user: User, source: Source): Promise<Source> {
  const { dataset, engine } = source;
  const { row, database } = dataset;
  if (!row.sql) return source;
  const { sql, isTemplated } = await narrowQuery(services, {
    user,
    database,
    engine,
    sql: row.sql,
    schema: row.schema,
  });
  if (sql === row.sql) return source;
  return { ...source, dataset: { ...dataset, row: { ...row, sql } }, hasTemplatedRules: isTemplated };
}

/**
 * One that the user may not read otherwise may be open through a dashboard. That a dataset is gone is told to who would see
 * it; whoever would not is refused in the words of one that is hidden, which name neither.
 */
export async function getChartDatasource(
  services: Services,
  user: User,
  request: ChartDataRequest,
): Promise<AccessibleDataset> {
  const { datasource } = request;
  const type = datasource.type ?? 'table';
  const isDataset = type === 'table' || type === 'dataset';
  const id = Number(datasource.id);
  return getDatasource(services, user, { id, type }).catch(async (error) => {
    const isRefused = isDataset && error instanceof AppError && error.code === 'DATASOURCE_SECURITY_ACCESS_ERROR';
    if (isRefused && (await readsThroughDashboard(services, user, request)))
      return getGrantedDataset(services, user, id);
    const isGone = isDataset && error instanceof AppError && error.status === 404;
    if (!isRefused && !isGone) throw error;
    if (isGone && can(user, 'all_datasource_access', 'all_datasource_access'))
      throw new AppError('DATASET_NOT_FOUND_ERROR');
    throw hiddenDataset(id);
  });
}

export function toJob(
  services: Services,
  question: Question,
  { source, query }: { readonly source: Source; readonly query: QueryObject },
): QueryJob {
  const resultType = query.result_type ?? question.request.result_type;
  const hasAdvancedTypes = services.config.featureFlags.ENABLE_ADVANCED_DATA_TYPES === true;
  const translated = hasAdvancedTypes ? translateFilters(query, source.dataset.columns) : query;
  return {
    services,
    user: question.user,
    engine: source.engine,
    database: source.dataset.database,
    dataset: toQueryDataset(source.dataset),
    // Rows that are kept are no text to be filled in, whatever their columns are called.
    templates:
      question.source && !question.source.isTemplated
        ? undefined
        : templateScope(services, {
            user: question.user,
            parameters: source.dataset.row.template_params,
            urlParams: urlParamsOf(question, query),
            metrics: metricsOf(source.dataset),
          }),
    templateParams: source.dataset.row.template_params,
    hasTemplatedRules: source.hasTemplatedRules ?? false,
    query: resultType && resultType !== 'full' ? { ...translated, result_type: resultType } : translated,
    signal: question.signal,
  };
}

/** Parameters of the page's address, as its form or query carries them, and those of the call itself. */
function urlParamsOf({ request, urlParams }: Question, { url_params: ofQuery }: QueryObject): object {
  const ofForm = request.form_data?.url_params;
  return { ...(isObject(ofForm) ? ofForm : {}), ...ofQuery, ...(isObject(urlParams) ? urlParams : {}) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The SQL of the dataset's own metrics, for the macro `metric`. */
function metricsOf({ row, metrics }: AccessibleDataset) {
  const entries = metrics.map(({ metric_name: name, expression }) => [name, expression]);
  return { datasetId: row.id, expressions: Object.fromEntries(entries) as Readonly<Record<string, string>> };
}

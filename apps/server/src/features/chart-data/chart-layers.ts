import { applyExtraFormData, type ChartForm, type ExtraFormData, isMapLayer, mostMapLayers } from '@powerset/chart-kit';
import { modernForm } from '@powerset/charts/older-types';
import type { QueryFilter, QueryObject, WireChartLayer } from '@powerset/contract';
import {
  type Answer,
  type Answers,
  emptyAnswer,
  getChartDatasource,
  incorrect,
  loadOpenChart,
  type Question,
  toRequest,
  toTableResult,
  withFacts,
} from '../../answers/index.ts';
import { readExploreDataset } from '../../catalog/index.ts';
import { AppError, toAppError } from '../../http/index.ts';
import { parseDocument, type Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';

/** A saved chart that is asked for its rows, or why it is not. */
type AskedLayer = { readonly layer: WireChartLayer } & { readonly question: Question | null };

/**
 * Chart data of charts that are made of other saved charts: each is asked as the reader, under the conditions of the chart
 * that shows it, and is one of the answers. One that is not there, not open to the reader or broken is an answer without rows.
 */
export function withChartLayers(services: Services, answers: Answers): Answers {
  const answer = async (question: Question): Promise<readonly Answer[]> => {
    if (!isLayered(question)) return answers.answer(question);
    // Its layers are asked one by one; the other charts of its page do not wait for it.
    question.batch?.of.arrive(question.batch.key, { asked: [], missing: [] });
    const asked = await askedLayers(services, question);
    const given = await Promise.all(asked.map((one) => answerLayer({ services, answers }, one)));
    return given.length > 0 ? given : question.request.queries.map(emptyAnswer);
  };
  const questionsOf = async (question: Question) =>
    (await askedLayers(services, question)).flatMap((one) => one.question ?? []);
  return {
    ...answers,
    answer,
    run: async (question) => (await answer(question)).map(toTableResult),
    isCached: async (question) => {
      if (!isLayered(question)) return answers.isCached(question);
      const found = await Promise.all((await questionsOf(question)).map(answers.isCached));
      return found.every(Boolean);
    },
    explain: async (question) => {
      if (!isLayered(question)) return answers.explain(question);
      return (await Promise.all((await questionsOf(question)).map(answers.explain))).flat();
    },
  };
}

const ownTypes = new Set(['full', 'results', 'post_processed', 'query']);

/** Rows of the chart's own dataset, as samples are, are asked of that. */
function isLayered({ request }: Question): boolean {
  return request.queries.some(
    (query) => query.chart_layers && ownTypes.has(query.result_type ?? request.result_type ?? 'full'),
  );
}

async function askedLayers(services: Services, question: Question): Promise<readonly AskedLayer[]> {
  const wanted = question.request.queries.flatMap((host) =>
    [...new Set(host.chart_layers ?? [])].map((id) => ({ host, id })),
  );
  // A map sends one query; several full ones would ask for a multiple of what any chart may.
  if (wanted.length > mostMapLayers)
    throw incorrect(`queries: at most ${mostMapLayers} chart_layers in all, here are ${wanted.length}`);
  return Promise.all(wanted.map((one) => readLayer(services, question, one)));
}

interface Wanted {
  readonly host: QueryObject;
  readonly id: number;
}

const nameless = { verbose_map: {}, column_formats: {}, currency_formats: {}, fault: null, message: null };

async function readLayer(services: Services, question: Question, { host, id }: Wanted): Promise<AskedLayer> {
  const dashboardId = dashboardOf(question);
  const chart = await loadOpenChart(services, question.user, { id, dashboardId }).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  });
  const unknown = { ...nameless, id, name: chart?.slice_name ?? null, form_data: null };
  if (!chart) return { layer: { ...unknown, fault: 'missing' }, question: null };
  const saved = modernForm({ ...parseDocument(chart.params), viz_type: chart.viz_type ?? '' });
  if (!isMapLayer(saved.viz_type) || chart.datasource_id === null)
    return { layer: { ...unknown, fault: 'type' }, question: null };
  try {
    const asked = await askedOf(services, question, { chart, saved, host });
    return asked ?? { layer: { ...unknown, fault: 'type' }, question: null };
  } catch (error) {
    return { layer: { ...unknown, fault: 'failed', message: messageOf(services, question, error) }, question: null };
  }
}

interface SavedLayer {
  readonly chart: Row<'charts'>;
  readonly saved: ChartForm;
  readonly host: QueryObject;
}

/** null where its type asks for nothing. */
async function askedOf(
  services: Services,
  question: Question,
  { chart, saved, host }: SavedLayer,
): Promise<AskedLayer | null> {
  const place = { slice_id: chart.id, dashboardId: dashboardOf(question) };
  const datasource = { id: Number(chart.datasource_id), type: chart.datasource_type ?? 'table' };
  const own = { datasource, queries: [], form_data: place };
  const dataset = await readExploreDataset(await getChartDatasource(services, question.user, own));
  const { verbose_map, column_formats, currency_formats, main_dttm_col: mainTemporalColumn } = dataset;
  // Whoever goes on from one of its marks asks this dataset, whatever was saved in the form.
  const sources = { datasource: `${datasource.id}__${datasource.type}` };
  const form = { ...applyExtraFormData(saved, extraOf(host), { mainTemporalColumn }), ...sources };
  const request = toRequest({ ...form, url_params: host.url_params ?? {} }, datasource);
  const [query] = request?.queries ?? [];
  if (!request || !query) return null;
  const { batch: _, request: asked, ...rest } = question;
  return {
    layer: {
      ...nameless,
      ...{ id: chart.id, name: chart.slice_name, form_data: { ...request.form_data } },
      ...{ verbose_map, column_formats, currency_formats },
    },
    question: {
      ...rest,
      request: {
        ...({ datasource, force: asked.force, result_format: 'json', result_type: 'full' } as const),
        form_data: { ...request.form_data, ...place },
        queries: [{ ...query, annotation_layers: [] }],
      },
    },
  };
}

/** A layer's chart may be open only through the dashboard that is looked at. */
function dashboardOf({ request: { form_data: form } }: Question): number | undefined {
  const id = Number(form?.dashboardId ?? Number.NaN);
  return Number.isInteger(id) ? id : undefined;
}

const isRange = ({ op }: QueryFilter) => op.toUpperCase() === 'TEMPORAL_RANGE';

/** What the chart that shows the layers asks of them, as a dashboard's filter would: columns that a layer lacks are passed over. */
function extraOf({ filters = [], extras = {}, time_range: range }: QueryObject): ExtraFormData {
  const chosen = [...filters.filter(isRange).map(({ val }) => val), range].find(
    (value) => typeof value === 'string' && value !== '' && value !== 'No filter',
  );
  const { time_grain_sqla: grain, relative_start, relative_end } = extras;
  return {
    filters: filters.filter((filter) => !isRange(filter)),
    adhoc_filters: (['where', 'having'] as const).flatMap((clause) => {
      const sqlExpression = extras[clause];
      return sqlExpression ? [{ expressionType: 'SQL', clause: clause.toUpperCase(), sqlExpression }] : [];
    }),
    ...(chosen === undefined ? {} : { time_range: chosen }),
    ...(grain ? { time_grain_sqla: grain } : {}),
    ...{ relative_start, relative_end },
  };
}

interface Deps {
  readonly services: Services;
  readonly answers: Answers;
}

async function answerLayer({ services, answers }: Deps, { layer, question }: AskedLayer): Promise<Answer> {
  if (!question) return withLayer(emptyAnswer(), layer);
  try {
    const [given] = await answers.answer(question);
    return withLayer(given ?? emptyAnswer(), layer);
  } catch (error) {
    question.signal.throwIfAborted();
    return withLayer(emptyAnswer(), { ...layer, fault: 'failed', message: messageOf(services, question, error) });
  }
}

const withLayer = (answer: Answer, layer: WireChartLayer) => withFacts(answer, { ...answer.facts, chart_layer: layer });

function messageOf({ log }: Services, { user }: Question, error: unknown): string {
  const failure = toAppError(error, (cause, reference) => log.error({ err: cause, reference }, 'a chart layer failed'));
  return (user.isAnonymous ? failure.withoutSql() : failure).message;
}

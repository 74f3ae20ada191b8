import { type AnnotationLayer, readAnnotationLayer } from '@powerset/chart-kit';
import {
  type ChartDataRequest,
  fromWireTable,
  type QueryObject,
  type WireAnnotationData,
  type WireTable,
} from '@powerset/contract';
import { can } from '../../access/index.ts';
import {
  type Answer,
  type Answers,
  emptyAnswer,
  loadChartRequest,
  type Question,
  toTableResult,
  withFacts,
} from '../../answers/index.ts';
import { AppError, commandError, toAppError } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { overrideQuery } from './annotation-overrides.ts';

type LayerAnswer = { readonly name: string } & ({ readonly data: WireAnnotationData } | { readonly error: string });

/**
 * Chart data with the records of each query's annotation layers: of kept layers, and of other charts as the reader may
 * see them. A layer that fails is told by name and leaves the chart alone. `result_type: "annotations"` asks for nothing else.
 */
export function withAnnotations(services: Services, answers: Answers): Answers {
  const answer = async (question: Question): Promise<readonly Answer[]> => {
    const isAlone = question.request.result_type === 'annotations';
    const asked = question.request.queries.map((query) => layersOf(query, isAlone));
    const [given, found] = await Promise.all([
      isAlone ? question.request.queries.map(emptyAnswer) : answers.answer(question),
      Promise.all(
        question.request.queries.map((query, at) =>
          Promise.all((asked[at] ?? []).map((layer) => readLayer({ services, answers, question }, query, layer))),
        ),
      ),
    ]);
    return given.map((one, at) => withRecords(one, found[at] ?? []));
  };
  return {
    ...answers,
    answer,
    run: async (question) => (await answer(question)).map(toTableResult),
  };
}

/** Layers that need the server: formulas are computed where they are drawn, hidden layers are not asked until shown. */
function layersOf(query: QueryObject, isAlone: boolean): readonly AnnotationLayer[] {
  return (query.annotation_layers ?? []).flatMap((entry) => {
    const layer = readAnnotationLayer(entry);
    return layer && layer.type !== 'FORMULA' && (isAlone || layer.show) ? [layer] : [];
  });
}

/** An answer without layers stays the object that it is: its text may be written already. */
function withRecords(answer: Answer, layers: readonly LayerAnswer[]): Answer {
  if (layers.length === 0) return answer;
  const found = layers.flatMap((layer) => ('data' in layer ? [[layer.name, layer.data] as const] : []));
  const failed = layers.flatMap((layer) => ('error' in layer ? [[layer.name, layer.error] as const] : []));
  const facts = {
    ...answer.facts,
    annotation_data: Object.fromEntries(found),
    ...(failed.length > 0 ? { annotation_error: Object.fromEntries(failed) } : {}),
  };
  return withFacts(answer, facts);
}

interface Deps {
  readonly services: Services;
  readonly answers: Answers;
  readonly question: Question;
}

async function readLayer(deps: Deps, query: QueryObject, layer: AnnotationLayer): Promise<LayerAnswer> {
  try {
    const data =
      layer.sourceType === 'NATIVE' ? await readKeptLayer(deps, layer) : await readChartLayer(deps, query, layer);
    return { name: layer.name, data };
  } catch (error) {
    const { services, question } = deps;
    const failure = toAppError(error, (cause, reference) =>
      services.log.error({ err: cause, reference }, 'an annotation layer failed'),
    );
    return { name: layer.name, error: (question.user.isAnonymous ? failure.withoutSql() : failure).message };
  }
}

const keptColumns = ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'] as const;

async function readKeptLayer({ services, question }: Deps, layer: AnnotationLayer): Promise<WireAnnotationData> {
  if (!can(question.user, 'can_read', 'Annotation')) throw new AppError('FORBIDDEN_ERROR');
  const id = Number(layer.value);
  const { store } = services;
  const kept = Number.isInteger(id)
    ? await store.selectFrom('annotation_layers').select('id').where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!kept) throw commandError('The annotation layer does not exist');
  const rows = await store
    .selectFrom('annotations')
    .select([...keptColumns])
    .where('layer_id', '=', kept.id)
    .orderBy('start_dttm')
    .orderBy('id')
    .limit(maxRecords)
    .execute();
  const records = rows.map((row) => ({
    ...row,
    start_dttm: Date.parse(row.start_dttm),
    end_dttm: Date.parse(row.end_dttm),
  }));
  return { columns: keptColumns, records };
}

/** More marks than these would be one dark band. */
const maxRecords = 5000;

/** The first table of another chart, asked as the reader, with what the layer replaces in its query. */
async function readChartLayer(deps: Deps, host: QueryObject, layer: AnnotationLayer): Promise<WireAnnotationData> {
  const { services, answers, question } = deps;
  const id = Number(layer.value);
  if (!Number.isInteger(id)) throw commandError('The chart does not exist');
  const saved = await loadChartRequest(services, question.user, {
    id,
    dashboardId: dashboardOf(question.request),
  }).catch((error: unknown) => {
    throw error instanceof AppError && error.status === 404 ? commandError('The chart does not exist') : error;
  });
  const [first] = saved.queries;
  if (!first) throw commandError('The chart query context does not exist');
  // A chart's own annotations are its own matter, or two charts could ask for each other for ever.
  const query = { ...overrideQuery(first, host, layer.overrides), annotation_layers: [] };
  const request: ChartDataRequest = { ...saved, queries: [query], result_type: 'full', force: question.request.force };
  const [result] = await answers.run({ ...question, request });
  return result ? toRecords(result.table) : { columns: [], records: [] };
}

/** A layer's chart may be open only through the dashboard that is looked at. */
function dashboardOf({ form_data: form }: ChartDataRequest): number | undefined {
  const id = Number(form?.dashboardId ?? Number.NaN);
  return Number.isInteger(id) ? id : undefined;
}

/** Rows as records, the first column of times in front: that is where a line's points stand. */
function toRecords(wire: WireTable): WireAnnotationData {
  const table = fromWireTable(wire);
  const time = table.columns.find((column) => column.type === 'temporal');
  const columns = [...(time ? [time] : []), ...table.columns.filter((column) => column !== time)];
  const records = Array.from({ length: Math.min(table.rowCount, maxRecords) }, (_, row) =>
    Object.fromEntries(columns.map((column) => [column.name, toPlain(column.values[row] ?? null)])),
  );
  return { columns: columns.map((column) => column.name), records };
}

const toPlain = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

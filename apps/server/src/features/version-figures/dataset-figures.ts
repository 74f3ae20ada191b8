import type {
  ChartDataRequest,
  DatasetVersionFields,
  QueryMetric,
  WireDatasetFigures,
  WireMeasure,
} from '@powerset/contract';
import { differenceOf, isSameFigure, shareOf } from '@powerset/query';
import type { Source } from '../../answers/index.ts';
import { type AccessibleDataset, getDatasource, readExploreDataset } from '../../catalog/index.ts';
import { unpackTable } from '../../packed/index.ts';
import { toFigureValue } from '../../rows/index.ts';
import { openVersion, toDataset } from './dataset-versions.ts';
import { type Asker, type FigureDeps, type Pair, sides, tried } from './given.ts';

/** More are counted, and left out. */
const mostMeasures = 100;
/** What cannot be asked with the others is asked alone, so many at once. */
const atOnce = 4;

type Value = number | bigint | string | boolean | null;

interface Measure {
  readonly id: string;
  readonly kind: WireMeasure['kind'];
  readonly name: string;
  readonly metric: QueryMetric;
}

/** What one version comes to: a value or a failure for each of its measures. */
interface Measured {
  readonly values: ReadonlyMap<string, { readonly value: Value; readonly failure: string | null }>;
}

/** What the metrics and the calculated columns of both versions come to, as whoever asks may read them. */
export async function compareDatasets(
  deps: FigureDeps,
  asker: Asker,
  { id, versions }: { readonly id: number; readonly versions: Pair<DatasetVersionFields> },
): Promise<WireDatasetFigures> {
  const { services } = deps;
  const now = await getDatasource(services, asker.user, { id, type: 'table' });
  const datasets = { before: toDataset(now, versions.before), after: toDataset(now, versions.after) };
  const known = { before: measuresOf(datasets.before), after: measuresOf(datasets.after) };
  const ids = [...new Map([...known.after, ...known.before].map((one) => [one.id, one])).values()];
  const asked = ids.slice(0, mostMeasures);
  const wanted = new Set(asked.map((one) => one.id));
  const measured = await Promise.all(
    sides.map((side) =>
      tried(async () => {
        const source = await openVersion(services, asker, { now, dataset: datasets[side] });
        const own = known[side].filter((one) => wanted.has(one.id));
        return measure(deps, asker, { source, measures: own });
      }, asker.signal),
    ),
  );
  const [before, after] = measured;
  const formats = await readExploreDataset(datasets.after);
  return {
    measures: asked.map((one) =>
      toWire(
        one,
        { before: before?.value ?? null, after: after?.value ?? null },
        {
          known,
          format: formats.column_formats[one.name] ?? null,
          currency: formats.currency_formats[one.name] ?? null,
        },
      ),
    ),
    left_out: ids.length - asked.length,
    columns: { before: datasets.before.columns.length, after: datasets.after.columns.length },
    failures: { before: before?.failure ?? null, after: after?.failure ?? null },
  };
}

function measuresOf({ columns, metrics }: AccessibleDataset): readonly Measure[] {
  const measure = (kind: Measure['kind'], name: string, metric: QueryMetric) => ({
    ...{ id: `${kind} ${name}`, kind, name, metric },
  });
  const aggregate = (column: string, of: 'COUNT' | 'COUNT_DISTINCT') =>
    ({ expressionType: 'SIMPLE', aggregate: of, column: { column_name: column }, label: `${of} ${column}` }) as const;
  const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: '*' } as const;
  return [
    measure('rows', '', count),
    ...metrics.map(({ metric_name: name }) => measure('metric', name, name)),
    ...columns
      .filter(({ expression, is_active }) => expression && is_active !== 0)
      .flatMap(({ column_name: name }) => [
        measure('distinct', name, aggregate(name, 'COUNT_DISTINCT')),
        measure('filled', name, aggregate(name, 'COUNT')),
      ]),
  ];
}

interface Measuring {
  readonly source: Source;
  readonly measures: readonly Measure[];
}

/**
 * All in one query; where that fails each alone, so that one expression that is wrong hides no other. What a database does not answer
 * in its time it is not asked a hundred times.
 */
async function measure(deps: FigureDeps, asker: Asker, { source, measures }: Measuring): Promise<Measured> {
  const together = await tried(() => askFor(deps, asker, { source, measures }), asker.signal);
  if (together.value) return { values: new Map(together.value.map(([id, value]) => [id, { value, failure: null }])) };
  const values = new Map<string, { readonly value: Value; readonly failure: string | null }>();
  const waiting = [...measures];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const one = next;
      const alone = await tried(() => askFor(deps, asker, { source, measures: [one] }), asker.signal);
      values.set(one.id, { value: alone.value?.[0]?.[1] ?? null, failure: alone.failure });
      if (!alone.isVain) continue;
      for (const { id } of waiting.splice(0)) values.set(id, { value: null, failure: alone.failure });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { values };
}

async function askFor(
  { answers }: FigureDeps,
  asker: Asker,
  { source, measures }: Measuring,
): Promise<readonly (readonly [string, Value])[]> {
  const request: ChartDataRequest = {
    // Not as a dataset, whose questions are remembered while it stays as it is.
    datasource: { id: source.dataset.row.id, type: 'dataset_version' },
    queries: [{ columns: [], metrics: measures.map(({ metric }) => metric), row_limit: 1 }],
  };
  const [answer] = await answers.answer({ ...asker, request, source });
  const columns = answer ? unpackTable(answer.table).columns : [];
  return measures.map(({ id }, index) => [id, columns[index]?.values[0] ?? null]);
}

interface Wired {
  readonly known: Pair<readonly Measure[]>;
  readonly format: string | null;
  readonly currency: WireMeasure['currency'];
}

function toWire(
  { id, kind, name }: Measure,
  measured: Pair<Measured | null>,
  { known, format, currency }: Wired,
): WireMeasure {
  const has = { before: known.before.some((one) => one.id === id), after: known.after.some((one) => one.id === id) };
  const [old, next] = sides.map((side) => measured[side]?.values.get(id));
  const [before, after] = [old?.value ?? null, next?.value ?? null];
  const isAsked = old?.failure === null && next?.failure === null;
  const difference = isAsked ? differenceOf(before, after) : null;
  const [isOld, isNew] = [has.before && !has.after, has.after && !has.before];
  const isFormatted = kind === 'metric';
  return {
    ...{ kind, name },
    in: placeOf(isOld, isNew),
    before: toFigureValue(before),
    after: toFigureValue(after),
    difference: toFigureValue(difference),
    share: shareOf(before, difference),
    is_changed: isOld || isNew || (isAsked && !isSameFigure(before, after)),
    format: isFormatted ? format : null,
    currency: isFormatted ? currency : null,
    failures: { before: old?.failure ?? null, after: next?.failure ?? null },
  };
}

function placeOf(isOld: boolean, isNew: boolean): WireMeasure['in'] {
  if (isOld) return 'before';
  return isNew ? 'after' : 'both';
}

import { formatTime, labelOfCell, type ModelContext, msg, type Undrawn } from '@powerset/chart-kit';
import type { CellValue, ResultTable } from '@powerset/contract';
import { type Series, toSeriesModel } from '../shared/series-model.ts';
import { type RoseForm, toSeriesForm } from './form.ts';

export interface Sector {
  readonly name: string;
  readonly key: CellValue;
  /** By layer, from the middle outwards; null where there is none. */
  readonly values: readonly (number | null)[];
  readonly total: number;
  /** What all layers came to in the earlier periods, in the order of `earlier`. */
  readonly earlier: readonly (number | null)[];
}

export interface Layer {
  readonly name: string;
  readonly colorLabel: string;
  readonly metric: string;
  readonly groups: readonly string[];
}

export interface Sectors {
  readonly sectors: readonly Sector[];
  readonly layers: readonly Layer[];
  /** Names of the earlier periods that are drawn as lines. */
  readonly earlier: readonly string[];
  readonly axis: string;
  readonly isTime: boolean;
  readonly dimensions: readonly string[];
  readonly beyond: number;
  readonly layersBeyond: number;
  readonly negatives: number;
  readonly rowCount: number;
}

const mostSectors = 120;
const mostLayers = 30;

export function toModel(results: readonly ResultTable[], context: ModelContext<RoseForm>): Sectors {
  const seriesForm = toSeriesForm(context.form);
  const model = toSeriesModel(results, { ...context, form: seriesForm });
  const isTime = model.axis.kind === 'temporal';
  const own = model.series.filter(({ offset }) => offset === null);
  const offsets = [...new Set(model.series.flatMap(({ offset }) => offset ?? []))];
  const layers = own.slice(0, mostLayers);
  const all = model.xs.map((key, at) => sectorAt(at, { key, layers, offsets, series: model.series, context, isTime }));
  const order = isTime || model.axis.kind === 'number' ? all : [...all].sort((a, b) => b.total - a.total);
  // Of times the latest are what is asked for, of others the largest.
  const sectors = isTime ? order.slice(-mostSectors) : order.slice(0, mostSectors);
  return {
    sectors,
    layers: layers.map(({ name, colorLabel, metric, groups }) => ({ name, colorLabel, metric, groups })),
    earlier: offsets,
    axis: model.axis.label,
    isTime,
    dimensions: model.dimensions,
    beyond: order.length - sectors.length,
    layersBeyond: own.length - layers.length,
    negatives: layers.reduce(
      (sum, { values }) => sum + values.filter((value) => value !== null && value < 0).length,
      0,
    ),
    rowCount: results[0]?.rowCount ?? 0,
  };
}

interface SectorGiven {
  readonly key: CellValue;
  readonly layers: readonly Series[];
  readonly offsets: readonly string[];
  readonly series: readonly Series[];
  readonly context: ModelContext<RoseForm>;
  readonly isTime: boolean;
}

function sectorAt(at: number, { key, layers, offsets, series, context, isTime }: SectorGiven): Sector {
  const { form, locale } = context;
  const values = layers.map((layer) => layer.values[at] ?? null);
  const style = { grain: form.time_grain_sqla, ...(locale ? { locale } : {}) };
  return {
    name: isTime && typeof key === 'number' ? formatTime(form.date_time_format, key, style) : labelOfCell(key),
    key,
    values,
    total: sumOf(values) ?? 0,
    earlier: offsets.map((offset) =>
      sumOf(series.flatMap((one) => (one.offset === offset ? [one.values[at] ?? null] : []))),
    ),
  };
}

/** Of what is more than zero: nothing else has a size. */
function sumOf(values: readonly (number | null)[]): number | null {
  const numbers = values.filter((value): value is number => value !== null && value > 0);
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0);
}

export function undrawnOf(model: Sectors): Undrawn | null {
  const { sectors, negatives, beyond, layersBeyond, layers, rowCount, isTime } = model;
  if (sectors.length === 0) return null;
  if (!sectors.some(({ total }) => total > 0))
    return {
      isAll: true,
      lacksNumbers: negatives === 0,
      title: { text: msg('A rose cannot show values of zero or less') },
      text: {
        text: msg('None of the values of {{rows}} rows is more than zero. A bar chart shows them.'),
        values: { rows: rowCount },
      },
    };
  if (negatives > 0) {
    const text = msg('{{count}} values are not drawn: a sector has no room below zero.');
    return { isAll: false, title: { text, values: { count: negatives } } };
  }
  if (beyond > 0) {
    const values = { count: sectors.length, all: sectors.length + beyond };
    const text = isTime
      ? msg('The last {{count}} of {{all}} sectors are drawn.')
      : msg('The {{count}} largest of {{all}} sectors are drawn.');
    return { isAll: false, title: { text, values } };
  }
  if (layersBeyond === 0) return null;
  const text = msg('The first {{count}} of {{all}} groups are drawn.');
  return { isAll: false, title: { text, values: { count: layers.length, all: layers.length + layersBeyond } } };
}

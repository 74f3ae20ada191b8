import type { ChartForm } from '@powerset/chart-kit';
import {
  calculatedName,
  calculationsField,
  findColumn,
  formatOfShown,
  formatTime,
  isRecord,
  labelOfCell,
  msg,
  numberFormatter,
  numberOfCell,
  readShownAs,
  type ShownAs,
  withFields,
} from '@powerset/chart-kit';
import {
  type CellValue,
  columnLabel,
  metricLabel,
  type QueryColumn,
  type QueryMetric,
  type QueryObject,
  type ResultTable,
} from '@powerset/contract';

/** Controls whose metrics can be shown as something else; those that sort or limit are what they are. */
export const canShowAs = (controlName: string): boolean => controlName === 'metric' || controlName === 'metrics';

export interface ShowAsOption {
  readonly value: string;
  readonly label: string;
}

/** What a chart's metrics stand along and beside, by which calculations make sense or not. */
export interface ShowAsPlace {
  readonly hasAxis: boolean;
  readonly hasSeries: boolean;
  readonly hasRows: boolean;
}

export function placeOfForm(form: ChartForm): ShowAsPlace {
  const groups = ['groupby', 'groupbyRows', 'groupbyColumns'].some((name) => {
    const value = form[name];
    return Array.isArray(value) && value.length > 0;
  });
  const hasAxis = Boolean(form.x_axis) || form.viz_type === 'big_number';
  return { hasAxis, hasSeries: hasAxis && groups, hasRows: hasAxis || groups };
}

const own = msg('The value itself');

/** The kinds of showing that say something in a place, by the text that chooses them. */
export function showAsOptions({ hasAxis, hasSeries, hasRows }: ShowAsPlace): readonly ShowAsOption[] {
  const scoped = [
    { value: 'share:series', label: msg('Share of its series') },
    { value: 'share:position', label: msg('Share of its category') },
  ];
  return [
    { value: '', label: own },
    ...(hasRows ? [{ value: 'share:total', label: msg('Share of the total') }] : []),
    ...(hasSeries ? scoped : []),
    ...(hasRows ? [{ value: 'running_total', label: msg('Running total') }] : []),
    ...(hasSeries
      ? [
          { value: 'rank:position', label: msg('Rank within its category') },
          { value: 'rank:series', label: msg('Rank within its series') },
        ]
      : []),
    ...(hasRows ? [{ value: 'rank:total', label: msg('Rank of all') }] : []),
    { value: 'difference', label: msg('Difference') },
    { value: 'percent_difference', label: msg('Difference in percent') },
    ...(hasAxis ? [{ value: 'moving_average', label: msg('Moving average') }] : []),
  ];
}

/** Which option a choice is. */
export const optionOf = (shown: ShownAs | null): string => {
  if (!shown) return '';
  if (shown.type === 'share') return `share:${shown.of ?? 'total'}`;
  return shown.type === 'rank' ? `rank:${shown.of ?? 'total'}` : shown.type;
};

/** The choice that an option stands for, with what was set before where it still means something. */
export function shownOf(option: string, before: ShownAs | null, { hasRows }: ShowAsPlace): ShownAs | null {
  const [type, of] = option.split(':');
  const isDifference = type === 'difference' || type === 'percent_difference';
  const offset = before?.offset ?? (hasRows ? undefined : '1 year ago');
  return readShownAs({
    ...{ type, of },
    ...(type === 'moving_average' ? { periods: before?.type === type ? before.periods : 3 } : {}),
    ...(isDifference && offset ? { offset } : {}),
  });
}

export const earlierOptions: readonly ShowAsOption[] = [
  { value: '1 week ago', label: msg('the week before') },
  { value: '1 month ago', label: msg('the month before') },
  { value: '1 quarter ago', label: msg('the quarter before') },
  { value: '1 year ago', label: msg('the year before, same period') },
];

/** A form after a metric control changed: what is shown otherwise goes with its metric, and is forgotten with it. */
export function withShownAs(
  form: ChartForm,
  metrics: readonly QueryMetric[],
  chosen: { readonly metric: QueryMetric; readonly shown: ShownAs | null } | null,
): Readonly<Record<string, unknown>> | undefined {
  const kept = isRecord(form[calculationsField]) ? form[calculationsField] : {};
  const labels = new Set(metrics.map(metricLabel));
  const others = Object.entries(kept).filter(
    ([label]) => labels.has(label) && !(chosen && label === metricLabel(chosen.metric)),
  );
  const all = chosen?.shown ? [...others, [metricLabel(chosen.metric), chosen.shown] as const] : others;
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

const previewRows = 6;

export interface PreviewRow {
  readonly label: string;
  readonly value: string;
  readonly shown: string;
}

/** The queries of a preview: the metric as it is and as it would be shown, of the same rows. */
export function previewQueries(
  query: QueryObject | undefined,
  metric: QueryMetric,
  shown: ShownAs,
): readonly QueryObject[] {
  if (!query) return [];
  // One series after the other, each along the axis.
  const isAxis = (column: QueryColumn) => typeof column !== 'string' && column.columnType === 'BASE_AXIS';
  const columns = [...(query.columns ?? [])].sort((a, b) => Number(isAxis(a)) - Number(isAxis(b)));
  const plain: QueryObject = {
    ...query,
    ...{ metrics: [metric], post_processing: [], time_offsets: [], table_calculations: undefined },
    orderby: columns.map((column): [string, boolean] => [columnLabel(column), true]),
    series_limit_metric: metric,
  };
  return [plain, { ...plain, table_calculations: [{ metric: metricLabel(metric), ...shown }] }];
}

interface PreviewGiven {
  readonly metric: QueryMetric;
  readonly shown: ShownAs;
  readonly grain: string | null;
  readonly locale?: string;
  /** How the metric's own figures are written; its calculations are too, unless they are of another kind. */
  readonly write?: (value: number | null) => string;
}

const defaultWrite = numberFormatter('SMART_NUMBER');

/** The first rows of both answers beside each other. */
export function toPreview(
  [plain, calculated]: readonly ResultTable[],
  { metric, shown, grain, locale, write: writeOwn = defaultWrite }: PreviewGiven,
): readonly PreviewRow[] {
  const label = metricLabel(metric);
  const values = plain && findColumn(plain, label)?.values;
  const others = calculated && findColumn(calculated, calculatedName({ metric: label, ...shown }))?.values;
  if (!plain || !values || !others) return [];
  const keys = plain.columns.filter((column) => column.name !== label);
  const nameOf = (row: number) =>
    keys
      .map((column) => {
        const cell = column.values[row] ?? null;
        const isTime = column.type === 'temporal' && typeof cell === 'number';
        return isTime ? formatTime('smart_date', cell, { grain, locale }) : labelOfCell(cell);
      })
      .join(', ');
  const format = formatOfShown(shown);
  const writeShown = format === null ? writeOwn : numberFormatter(format, null, locale);
  const write = (how: (value: number | null) => string, cell: CellValue | undefined) => {
    const number = numberOfCell(cell);
    return number === null ? '–' : how(number);
  };
  return Array.from({ length: Math.min(previewRows, plain.rowCount) }, (_, row) => ({
    label: nameOf(row),
    value: write(writeOwn, values[row]),
    shown: write(writeShown, others[row]),
  }));
}

/** The form as it would be asked with a metric in the place of another. */
export function withMetric(form: ChartForm, control: string, metric: QueryMetric): ChartForm {
  return withFields(form, { [control]: control === 'metrics' ? [metric] : metric, [calculationsField]: undefined });
}

import type { QueryColumn, QueryMetric } from '@powerset/contract';
import type { ChartForm, ControlDefinition } from './definitions.ts';
import { columnsOf, isOn, isRecord, metricsOf, toList, withFields } from './form-values.ts';
import { completeForm, controlsOf, emptyFormContext, type FormContext, type FormDefinition } from './forms.ts';

/** What the chart types of one chart remember of each other. */
export interface StandardizedFormData {
  readonly controls: { readonly metrics: readonly QueryMetric[]; readonly columns: readonly QueryColumn[] };
  /** Each visited type's form, the latest last. */
  readonly memorizedFormData: readonly (readonly [string, ChartForm])[];
}

/**
 * A saved form without the steps that only a time axis has, where its axis is known to be none. Its editor shows no control
 * for them there, so nobody could turn off what would only fail.
 */
export function withoutTimeSteps(form: ChartForm, isTime: (column: string) => boolean | undefined): ChartForm {
  const { x_axis: axis } = form;
  if (typeof axis !== 'string' || isTime(axis) !== false) return form;
  if (!form.resample_rule && !form.resample_method && !isOn(form, 'forecastEnabled')) return form;
  return withFields(form, { resample_rule: null, resample_method: null, forecastEnabled: false });
}

/** Fields that a chart keeps whatever its type. */
const keptFields = [
  'datasource',
  'slice_id',
  'slice_name',
  'dashboardId',
  'url_params',
  'time_range',
  'granularity_sqla',
  'time_grain_sqla',
  'adhoc_filters',
  'color_scheme',
  'linear_color_scheme',
  'cache_timeout',
  'extra_filters',
  'extra_form_data',
  'label_colors',
  'table_calculations',
];

/**
 * The form after a change of chart type: what that type remembered, with the metrics, columns and filters now in hand; the
 * form left behind is remembered in its turn.
 */
export function transformForm(
  from: FormDefinition,
  to: FormDefinition,
  { form, context = emptyFormContext }: { readonly form: ChartForm; readonly context?: FormContext },
): ChartForm {
  const memory = rememberForm(from, form);
  const known = memory.memorizedFormData.find(([key]) => key === to.key)?.[1];
  const kept = Object.fromEntries(
    keptFields.filter((name) => form[name] !== undefined).map((name) => [name, form[name]]),
  );
  const sameNamed = sharedFields(from, to, form);
  const base: ChartForm = { ...(known ?? sameNamed), ...kept, viz_type: to.key };
  const placed = placeValues(controlsOf(to), base, memory.controls);
  return { ...completeForm(to, placed, context), standardizedFormData: memory };
}

function rememberForm(from: FormDefinition, form: ChartForm): StandardizedFormData {
  const { standardizedFormData, ...own } = form;
  const earlier = readMemory(standardizedFormData);
  const others = earlier.memorizedFormData.filter(([key]) => key !== from.key);
  return {
    controls: collectValues(controlsOf(from), form, earlier.controls),
    memorizedFormData: [...others, [from.key, { ...own, viz_type: from.key }]],
  };
}

/** Controls of the same name and kind mean the same thing in both types. */
function sharedFields(from: FormDefinition, to: FormDefinition, form: ChartForm): Record<string, unknown> {
  const targets = new Map(controlsOf(to).map((control) => [control.name, control.type]));
  const names = controlsOf(from)
    .filter((control) => targets.get(control.name) === control.type)
    .map((control) => control.name);
  return Object.fromEntries(names.filter((name) => form[name] !== undefined).map((name) => [name, form[name]]));
}

const isMetricControl = (control: ControlDefinition) =>
  ['metric', 'metrics'].includes(control.type) && !/limit_metric|percent/.test(control.name);
const isColumnControl = (control: ControlDefinition) =>
  ['column', 'columns'].includes(control.type) && control.name !== 'x_axis';

/** A type without a place for metrics or columns must not make them forgotten. */
function collectValues(
  controls: readonly ControlDefinition[],
  form: ChartForm,
  earlier: StandardizedFormData['controls'],
) {
  const metricControls = controls.filter(isMetricControl);
  const columnControls = controls.filter(isColumnControl);
  const metrics = distinct(metricControls.flatMap((control) => metricsOf(form, control.name)));
  const columns = distinct(columnControls.flatMap((control) => columnsOf(form, control.name)));
  const hasRoomForAllMetrics = metricControls.some((control) => control.type === 'metrics');
  const restMetrics = hasRoomForAllMetrics ? [] : earlier.metrics.slice(1);
  const hasRoomForColumns = columnControls.some((control) => control.type === 'columns');
  return {
    metrics: metricControls.length > 0 ? distinct([...metrics, ...restMetrics]) : earlier.metrics,
    columns: hasRoomForColumns ? columns : distinct([...columns, ...earlier.columns]),
  };
}

/** Puts the shared metrics and columns into the new type's controls: single ones take the first, lists take all. */
function placeValues(
  controls: readonly ControlDefinition[],
  form: ChartForm,
  values: StandardizedFormData['controls'],
): ChartForm {
  const metricControl = controls.find(isMetricControl);
  const columnControl = controls.find((control) => control.type === 'columns' && isColumnControl(control));
  const taken = new Set(
    controls
      .filter((control) => isColumnControl(control) && control !== columnControl)
      .flatMap((control) => columnsOf(form, control.name))
      .map(identify),
  );
  const columns = values.columns.filter((column) => !taken.has(identify(column)));
  return withFields(form, {
    ...(metricControl && values.metrics.length > 0
      ? { [metricControl.name]: metricControl.type === 'metrics' ? values.metrics : values.metrics[0] }
      : {}),
    ...(columnControl ? { [columnControl.name]: columns } : {}),
  });
}

const identify = (value: QueryColumn | QueryMetric) => (typeof value === 'string' ? value : JSON.stringify(value));

function distinct<Value extends QueryColumn | QueryMetric>(values: readonly Value[]): readonly Value[] {
  return [...new Map(values.map((value) => [identify(value), value])).values()];
}

function readMemory(value: unknown): StandardizedFormData {
  if (!isRecord(value)) return { controls: { metrics: [], columns: [] }, memorizedFormData: [] };
  const controls = isRecord(value.controls) ? value.controls : {};
  return {
    controls: { metrics: metricsOf(controls, 'metrics'), columns: columnsOf(controls, 'columns') },
    memorizedFormData: toList(value.memorizedFormData).filter(isMemory),
  };
}

function isMemory(value: unknown): value is readonly [string, ChartForm] {
  return Array.isArray(value) && typeof value[0] === 'string' && isRecord(value[1]);
}

/** Drops columns and metrics that the dataset does not have from the controls that hold them by name. */
export function dropUnknownValues(definition: FormDefinition, form: ChartForm, context: FormContext): ChartForm {
  const unknown = unknownValues(definition, form, context);
  if (unknown.length === 0) return form;
  return withFields(form, Object.fromEntries(unknown.map(({ control, rest }) => [control, rest])));
}

/** What a control names and the dataset does not have. */
export interface UnknownValues {
  readonly control: string;
  readonly names: readonly string[];
  /** The control's value without them. */
  readonly rest: unknown;
}

/** Columns and metrics that controls hold by name and that the dataset does not have. */
export function unknownValues(
  definition: FormDefinition,
  form: ChartForm,
  context: FormContext,
): readonly UnknownValues[] {
  const columns = new Set(context.columns.map((column) => column.name));
  const metrics = new Set(context.metrics.map((metric) => metric.name));
  return controlsOf(definition).flatMap((control): readonly UnknownValues[] => {
    if (!isColumnKind(control) && !['metric', 'metrics'].includes(control.type)) return [];
    const known = isColumnKind(control) ? columns : metrics;
    const isUnknown = (value: unknown): value is string => typeof value === 'string' && !known.has(value);
    const value: unknown = form[control.name];
    const names = toList(value).filter(isUnknown);
    if (names.length === 0) return [];
    const rest = Array.isArray(value) ? value.filter((one) => !isUnknown(one)) : null;
    return [{ control: control.name, names, rest }];
  });
}

const isColumnKind = (control: ControlDefinition) => ['column', 'columns'].includes(control.type);

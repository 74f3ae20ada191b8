import type {
  ChartDeclaration,
  ChartDefinition,
  ChartForm,
  ControlDefinition,
  ControlRows,
  ControlSection,
  FormDeclaration,
} from './definitions.ts';
import { readControl } from './form-reading.ts';
import type { FieldsOf, FieldsOfSections } from './form-types.ts';
import { withPanelDimension } from './panels.ts';
import { withCalculatedNames, withOwnLabels, withTableCalculations } from './table-calculations.ts';

/** A control that several forms share; its name and the kind of its value stay known. */
export function control<const Control extends ControlDefinition>(definition: Control): Control {
  return definition;
}

/** A control of the shared list with some of its properties changed for one chart. */
export function withControl<Control extends ControlDefinition, const Changes extends Partial<ControlDefinition>>(
  base: Control,
  changes: Changes,
): Omit<Control, keyof Changes> & NoInfer<Changes> {
  return { ...base, ...changes };
}

/** Rows of controls that several sections share. */
export function controlRows<const Rows extends ControlRows>(rows: Rows): Rows {
  return rows;
}

/** A section that several forms share. */
export function section<const Rows extends ControlRows>(definition: ControlSection<Rows>): ControlSection<Rows> {
  return definition;
}

/** A section without the row of one control, for a chart that it means nothing to. */
export function withoutControl<Section extends ControlSection, Control extends ControlDefinition>(
  { rows, ...rest }: Section,
  { name }: Control,
) {
  type Kept = Exclude<Section['rows'][number][number], { readonly name: Control['name'] }>;
  // The filter leaves out just what `Kept` does.
  const kept = rows.filter((row) => row.every((one) => one.name !== name)) as unknown as ControlRows<Kept>;
  return { ...rest, rows: kept };
}

const field = <const Name extends string, const Type extends ControlDefinition['type']>(name: Name, type: Type) =>
  control({ name, type, label: name, changes: 'query' });

/** What every form may hold, with a control or without: dashboards, links and older charts put it there. */
export const commonFields = {
  filters: field('filters', 'filters'),
  adhocFilters: field('adhoc_filters', 'filters'),
  extras: field('extras', 'hidden'),
  timeRange: field('time_range', 'time-range'),
  timeColumn: field('granularity_sqla', 'text'),
  granularity: field('granularity', 'time-grain'),
  timeGrain: field('time_grain_sqla', 'time-grain'),
  rowLimit: field('row_limit', 'number'),
  limit: field('limit', 'number'),
  seriesLimit: field('series_limit', 'number'),
  groupOthers: field('group_others_when_limit_reached', 'checkbox'),
  limitMetric: field('timeseries_limit_metric', 'metric'),
  seriesLimitMetric: field('series_limit_metric', 'metric'),
  orderDesc: control({ name: 'order_desc', type: 'checkbox', label: 'order_desc', default: true, changes: 'query' }),
  annotationLayers: field('annotation_layers', 'annotations'),
  urlParams: field('url_params', 'hidden'),
  ownState: field('own_state', 'hidden'),
  ownSteps: field('own_steps', 'hidden'),
  tableCalculations: field('table_calculations', 'hidden'),
};

/** The fields that every form has. */
export type QueryForm = FieldsOf<(typeof commonFields)[keyof typeof commonFields]> & { readonly viz_type: string };

/** The form of some sections. */
export type FormOfSections<Sections extends readonly ControlSection[]> = Omit<
  QueryForm,
  keyof FieldsOfSections<Sections>
> &
  FieldsOfSections<Sections>;

/** The type of a declared form. */
export type FormOf<Declaration> = Declaration extends FormDeclaration<infer Form> ? Form : never;

/**
 * Declares the controls of a chart type. What the chart reads of its form follows from them: `FormOf<typeof form>` has a field
 * for each control, of the type that the control holds.
 */
export function defineForm<const Sections extends readonly ControlSection[]>(
  sections: Sections,
): FormDeclaration<FormOfSections<Sections>> {
  const known = new WeakMap<ChartForm, FormOfSections<Sections>>();
  const fields = new Map<string, ControlDefinition>();
  for (const one of [...sections.flatMap(({ rows }) => rows.flat()), ...Object.values(commonFields)])
    if (!fields.has(one.name)) fields.set(one.name, one);
  let untouched: readonly UntouchedControl[] | undefined;
  return {
    sections,
    read: (stored) => {
      const before = known.get(stored);
      if (before) return before;
      untouched ??= [...fields.values()].map(readUntouched);
      const values: Record<string, unknown> = {};
      for (const one of untouched) values[one.control.name] = readField(one, stored[one.control.name]);
      values.viz_type = stored.viz_type;
      // One entry for each control, of the type that `readControl` gives it.
      const form = values as unknown as FormOfSections<Sections>;
      known.set(stored, form);
      return form;
    },
  };
}

/** A control with what it holds where nobody set it, which most fields of most forms are: read once for all forms. */
interface UntouchedControl {
  readonly control: ControlDefinition;
  readonly missing: unknown;
  readonly usual: unknown;
}

const readUntouched = (control: ControlDefinition): UntouchedControl => ({
  control,
  missing: readControl(control, undefined),
  usual: readControl(control, control.default),
});

function readField({ control, missing, usual }: UntouchedControl, stored: unknown): unknown {
  if (stored === undefined) return missing;
  return stored === control.default ? usual : readControl(control, stored);
}

/** What every form holds, of a form of whatever chart type. */
export const readQueryForm = defineForm([]).read;

/** Panels belong to the types that have their control; what another type left in the form asks for nothing. */
function withPanels(stored: ChartForm, sections: readonly ControlSection[]): ChartForm {
  if (!stored.panel_by || !sections.some(({ rows }) => rows.some((row) => row.some(({ name }) => name === 'panel_by'))))
    return stored;
  return withPanelDimension(stored);
}

/** Declares a chart type; the types of form, model and options follow from its parts. */
export function defineChart<Form, Model, Options>(
  declaration: ChartDeclaration<Form, Model, Options>,
): ChartDefinition<Model, Options> {
  const { form, toQueries, toFileQueries, toModel, toOptions, ...rest } = declaration;
  const { mapsOf, typesOf, isEmpty, undrawnOf, toCells, ...facts } = rest;
  const { sections, read } = form;
  return {
    ...facts,
    sections,
    readForm: read,
    toQueries: (stored) => withTableCalculations(toQueries(read(withPanels(stored, sections))), stored),
    toModel: (results, context) => {
      const named = withCalculatedNames(context);
      return toModel(withOwnLabels(results, named.form), { ...named, form: read(named.form) });
    },
    toOptions: (model, context) => {
      const named = withCalculatedNames(context);
      return toOptions(model, { ...named, form: read(named.form) });
    },
    ...(mapsOf ? { mapsOf: (stored: ChartForm) => mapsOf(read(stored)) } : {}),
    ...(typesOf ? { typesOf } : {}),
    ...(isEmpty ? { isEmpty } : {}),
    ...(toCells
      ? { toCells: (model: Model, context) => toCells(model, { ...context, form: read(context.form) }) }
      : {}),
    ...(toFileQueries
      ? { toFileQueries: (stored: ChartForm) => withTableCalculations(toFileQueries(read(stored)), stored) }
      : {}),
    ...(undrawnOf ? { undrawnOf: (model: Model, stored: ChartForm) => undrawnOf(model, read(stored)) } : {}),
  };
}

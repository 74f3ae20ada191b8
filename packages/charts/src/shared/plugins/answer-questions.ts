import {
  assignColors,
  type ChartDefinition,
  type ControlDefinition,
  completeForm,
  controlProblems,
  controlsOf,
  isRecord,
  PLUGIN_API,
  validateForm,
} from '@powerset/chart-kit';
import { drawModel, toModelContext } from '../draw-chart.ts';
import type { PluginAnswer, PluginQuestion } from './plugin-questions.ts';

type Asked<Kind extends PluginQuestion['kind']> = Extract<PluginQuestion, { readonly kind: Kind }>;

const methods = ['toQueries', 'toModel', 'toOptions'] as const;

/** The chart type of a plugin's module; throws in words for who wrote it. Runs in the worker of the plugin. */
export function chartOf(module: unknown): ChartDefinition {
  const plugin = isRecord(module) ? module.default : undefined;
  if (!isRecord(plugin) || !isRecord(plugin.chart))
    throw new Error('chart.js must have a default export made by definePlugin.');
  if (plugin.api !== PLUGIN_API)
    throw new Error(`It was built for form ${String(plugin.api)} of plugins; this server takes form ${PLUGIN_API}.`);
  const { chart } = plugin;
  const missing = methods.filter((name) => typeof chart[name] !== 'function');
  if (missing.length > 0) throw new Error(`Its chart lacks ${missing.join(', ')}: declare it with defineChart.`);
  if (!Array.isArray(chart.sections)) throw new Error('It has no sections of controls.');
  // The parts that are called were looked at; a wrong one fails as the plugin's own fault.
  return { readForm: (form: unknown) => form, ...chart } as unknown as ChartDefinition;
}

/** What a chart type says, as data alone. Runs in the worker of the plugin. */
export function answerQuestion(chart: ChartDefinition, question: PluginQuestion): PluginAnswer {
  switch (question.kind) {
    case 'describe':
      return { says: describe(chart) };
    case 'look':
      return { says: look(chart, question) };
    case 'queries':
      return { says: chart.toQueries(completeForm(chart, question.form)) };
    case 'draw':
      return draw(chart, question);
  }
}

function describe({ key, sections }: ChartDefinition) {
  return {
    key,
    sections: sections.map(({ isVisible: _rule, rows, ...section }) => ({
      ...section,
      rows: rows.map((row) => row.map(describeControl)),
    })),
  };
}

/** Rules stay here and are asked; of choices only those that depend on nothing go along. */
function describeControl(control: ControlDefinition) {
  const {
    initialValue: _initial,
    choices,
    modernize: _modern,
    validators: _rules,
    isVisible: _rule,
    ...plain
  } = control;
  return typeof choices === 'function' ? { ...plain, hasOwnChoices: true } : { ...plain, choices };
}

function look(chart: ChartDefinition, { form, context }: Asked<'look'>) {
  const complete = completeForm(chart, form, context);
  const seen = { ...context, form: complete };
  const controls = chart.sections.flatMap(({ rows }) => rows.flat()).map((control, at) => lookAt(control, at, seen));
  return {
    controls,
    hiddenSections: chart.sections.flatMap(({ isVisible }, at) => (isVisible && !isVisible(seen) ? [at] : [])),
    problems: validateForm(chart, complete, context),
    changes: changesOf(chart, form, complete),
  };
}

function lookAt(control: ControlDefinition, at: number, seen: Parameters<typeof controlProblems>[1]) {
  const emptied = { ...seen, form: { ...seen.form, [control.name]: null } };
  return {
    at,
    isHidden: control.isVisible ? !control.isVisible(seen) : false,
    choices: typeof control.choices === 'function' ? control.choices(seen) : null,
    emptyMessage: controlProblems(control, emptied)[0]?.message ?? null,
    message: controlProblems(control, seen)[0]?.message ?? null,
  };
}

/** Of its own controls alone: what else the form holds is none of its business. */
function changesOf(chart: ChartDefinition, before: Asked<'look'>['form'], after: Asked<'look'>['form']) {
  const names = controlsOf(chart).map(({ name }) => name);
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

function draw(chart: ChartDefinition, question: Asked<'draw'>): PluginAnswer {
  const { form, results, context: given, space, colors, hasView } = question;
  const wanted = new Set<string>();
  const own = assignColors({ scheme: String(form.color_scheme ?? ''), labelColors: {}, theme: space.theme });
  const colorOf = (label: string) => {
    const color = colors?.[label];
    if (color === undefined) wanted.add(label);
    return color ?? own(label);
  };
  const input = { ...given, form, results, ...(colors ? { colorOf } : {}) };
  const context = toModelContext(chart, input, space.theme);
  const model = chart.toModel(results, context);
  const options = drawModel(chart, model, { context, space });
  const picture = hasView ? { form: chart.readForm(context.form), model, options } : options;
  return {
    says: {
      isEmpty: chart.isEmpty?.(model) ?? false,
      undrawn: chart.undrawnOf?.(model, context.form) ?? null,
      wanted: [...wanted].slice(0, mostLabels),
    },
    body: toJson(picture),
  };
}

/** More labels than these have the chart's own colours. */
export const mostLabels = 1000;

/** Whole numbers beyond those of JSON are rounded, as they would be in a drawing. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? Number(part) : part)) ?? 'null';

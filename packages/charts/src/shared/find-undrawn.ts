import {
  type ChartDefinition,
  controlsOf,
  defaultTranslate,
  findColumn,
  type ModelContext,
  msg,
  numberOfCell,
  toList,
  type Undrawn,
  validateForm,
} from '@powerset/chart-kit';
import { columnLabel, metricLabel, type ResultColumn, type ResultTable } from '@powerset/contract';
import { textValues } from './no-numbers.ts';

interface Drawn {
  readonly context: ModelContext;
  readonly results: readonly ResultTable[];
}

/**
 * What of the rows that came is not drawn, and why. Where nothing is, the causes that all chart types have in common come
 * first: settings that are not made, columns that did not come, words in place of numbers. Null where all is drawn, or no rows came.
 */
export function findUndrawn(definition: ChartDefinition, model: unknown, given: Drawn): Undrawn | null {
  const { context, results } = given;
  const own = definition.undrawnOf?.(model, context.form) ?? null;
  if (!own?.isAll && !definition.isEmpty?.(model)) return own;
  const unmade = unmadeSettings(definition, context);
  if (unmade) return unmade;
  const rows = results[0]?.rowCount ?? 0;
  if (rows === 0) return own;
  const asked = askedOf(definition, given);
  return (
    missingColumns(asked) ?? (own === null || own.lacksNumbers ? wordsForNumbers(asked) : null) ?? own ?? unlike(rows)
  );
}

/** Settings without which the type cannot be drawn, and that the form leaves empty, by their labels. */
export function emptySettings(definition: ChartDefinition, form: ModelContext['form']): readonly string[] {
  const isBlank = (value: unknown) => value === undefined || value === '' || toList(value).length === 0;
  const problems = validateForm(definition, form).filter(({ control }) => isBlank(form[control]));
  // Rules over several controls name them by their keys; people know them by their labels.
  const labels = new Map(controlsOf(definition).map(({ name, label }) => [name, label]));
  return [...new Set(problems.map(({ control }) => control))].map((name) => labels.get(name) ?? name);
}

function unmadeSettings(
  definition: ChartDefinition,
  { form, translate = defaultTranslate }: ModelContext,
): Undrawn | null {
  const names = emptySettings(definition, form).map((label) => translate(label));
  if (names.length === 0) return null;
  return {
    isAll: true,
    title: { text: msg('Settings are missing: {{names}}'), values: { names: names.join(', ') } },
    text: { text: msg('The chart cannot be drawn before they are chosen.') },
  };
}

interface Asked {
  readonly table: ResultTable;
  /** What has to be in the answer under its own name. */
  readonly columns: readonly string[];
  readonly metrics: readonly string[];
  /** The answer's columns of values. */
  readonly measured: readonly ResultColumn[];
}

/** What each query asked for; rows that were turned into columns need not be named by that. */
function askedOf(definition: ChartDefinition, { context, results }: Drawn): readonly Asked[] {
  return definition.toQueries(context.form).flatMap((query, at): readonly Asked[] => {
    const table = results[at];
    if (!table || table.rowCount === 0) return [];
    const steps = (query.post_processing ?? []).filter((step) => step !== null && step !== undefined);
    const columns = (query.columns ?? []).map(columnLabel);
    const metrics = (query.metrics ?? []).map(metricLabel);
    if (steps.some(({ operation }) => operation === 'pivot')) {
      const measured = table.columns.filter(({ name, type }) => type !== 'temporal' && !columns.includes(name));
      return [{ table, columns: [], metrics: [], measured }];
    }
    const measured = metrics.flatMap((name) => columnsOfMetric(table, name));
    return [{ table, columns: steps.length === 0 ? columns : [], metrics, measured }];
  });
}

const columnsOfMetric = (table: ResultTable, label: string) =>
  table.columns.filter(({ name }) => name === label || name.startsWith(`${label}_`));

const mostNamed = 5;

function missingColumns(asked: readonly Asked[]): Undrawn | null {
  const missing = asked.flatMap(({ table, columns, metrics }) => [
    ...columns.filter((name) => !findColumn(table, name)),
    ...metrics.filter((name) => columnsOfMetric(table, name).length === 0),
  ]);
  if (missing.length === 0) return null;
  const names = [...new Set(missing)].slice(0, mostNamed).join(', ');
  return {
    isAll: true,
    title: { text: msg('Columns did not come: {{names}}'), values: { names } },
    text: {
      text: msg('They were dropped or renamed. Sync the columns of the dataset, and choose others in the chart.'),
    },
  };
}

function wordsForNumbers(asked: readonly Asked[]): Undrawn | null {
  const columns = asked.flatMap(({ measured }) => measured);
  const areWords = ({ values }: ResultColumn) => {
    const known = values.filter((value) => value !== null);
    return known.length > 0 && known.every((value) => numberOfCell(value) === null);
  };
  return columns.length > 0 && columns.every(areWords) ? textValues : null;
}

const unlike = (rows: number): Undrawn => ({
  isAll: true,
  title: { text: msg('Nothing of the rows can be drawn') },
  text: {
    text: msg('{{rows}} rows came, but not with what the settings name. Choose other columns or metrics.'),
    values: { rows },
  },
});

import { type ChartDefinition, type ChartForm, completeForm, isRecord, PLUGIN_API } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import { TaskError } from '../threads/index.ts';

/** In a thread: reads a plugin's definition and says of which type it is. */
export interface PluginFactsTask {
  readonly kind: 'plugin-facts';
  /** The definition's code. */
  readonly code: string;
}

/** In a thread: has a plugin's definition say what a form asks. */
export interface PluginQueriesTask {
  readonly kind: 'plugin-queries';
  readonly code: string;
  readonly form: ChartForm;
}

export interface PluginFacts {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly behaviors: ChartDefinition['behaviors'];
}

/** Throws a `TaskError` that says what keeps the plugin from being offered. */
export async function readPluginFacts({ code }: PluginFactsTask): Promise<PluginFacts> {
  const chart = await loadPluginDefinition(code);
  const { key, name, description, category } = chart;
  if (!/^[a-z][\w-]{0,99}$/.test(text(key)))
    throw new TaskError('Its key must be lower-case letters, digits, _ and -, at most 100 of them.');
  if (text(name) === '' || text(category) === '') throw new TaskError('It has no name or no category.');
  if (!Array.isArray(chart.sections)) throw new TaskError('It has no sections of controls.');
  // Thrown here, it is told at start instead of to who chooses the type.
  completeForm(chart, { viz_type: key });
  return {
    ...{ key, name: short(name, 100), description: short(text(description), 1000), category: short(category, 100) },
    tags: texts(chart.tags),
    behaviors: behaviors.filter((one) => texts(chart.behaviors).includes(one)),
  };
}

export async function planPluginQueries({ code, form }: PluginQueriesTask): Promise<readonly QueryObject[]> {
  const chart = await loadPluginDefinition(code);
  const queries = chart.toQueries(completeForm(chart, form));
  // What is no plain data, such as a function, is left out as in any request.
  return JSON.parse(JSON.stringify(queries));
}

const behaviors = ['INTERACTIVE_CHART', 'NATIVE_FILTER', 'DRILL_TO_DETAIL', 'DRILL_BY'] as const;
const methods = ['toQueries', 'toModel', 'toOptions', 'readForm'] as const;

/** In a thread alone. As an address of its own the code is what the server read at its start, and brings along all that it needs. */
export async function loadPluginDefinition(code: string): Promise<ChartDefinition> {
  const { default: plugin } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  if (!isRecord(plugin) || !isRecord(plugin.chart))
    throw new TaskError('chart.js must have a default export made by definePlugin.');
  if (plugin.api !== PLUGIN_API)
    throw new TaskError(
      `It was built for form ${String(plugin.api)} of plugins; this server takes form ${PLUGIN_API}.`,
    );
  const { chart } = plugin;
  const missing = methods.filter((name) => typeof chart[name] !== 'function');
  if (missing.length > 0) throw new TaskError(`Its chart lacks ${missing.join(', ')}: declare it with defineChart.`);
  // The parts that are called were looked at; a wrong one fails as the plugin's own fault.
  return chart as unknown as ChartDefinition;
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const short = (value: string, length: number) => value.trim().slice(0, length);
const texts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : []).filter((one): one is string => typeof one === 'string').slice(0, 30);

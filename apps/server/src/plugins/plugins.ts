import type { ChartForm } from '@powerset/chart-kit';
import { findChartDefinition } from '@powerset/charts/definitions';
import { modernForm } from '@powerset/charts/older-types';
import type { QueryObject } from '@powerset/contract';
import type { Logger } from 'pino';
import { AppError } from '../http/index.ts';
import { createThreads, type Threads } from '../threads/index.ts';
import type { PluginFacts, PluginFactsTask, PluginQueriesTask } from './plugin-task.ts';
import { type PluginFiles, readPluginFolder, type UnreadFolder } from './read-folder.ts';

/** A chart type of the folder of plugins that is offered. */
export interface Plugin extends PluginFiles {
  readonly facts: PluginFacts;
}

/** What lies in the folder, and whether it is offered. */
export type FoundPlugin = (Plugin & { readonly error: null }) | (UnreadFolder & { readonly facts?: PluginFacts });

export interface Plugins {
  /** Everything in the folder, in the order of its names. */
  readonly found: readonly FoundPlugin[];
  /** Those that are offered. */
  readonly all: readonly Plugin[];
  readonly find: (key: string) => Plugin | undefined;
  /** What a form of a plugin's type asks. */
  readonly toQueries: (form: ChartForm) => Promise<readonly QueryObject[]>;
  readonly close: () => Promise<void>;
}

export interface PluginsOptions {
  readonly folder: string | null;
  /** The program of the threads. */
  readonly entry: string;
  readonly log: Logger;
}

/**
 * Reads the folder once. Plugins' code never runs on the event loop: a thread of their own looks at each and plans its
 * queries, so that one that throws, hangs or grows is refused, and the server goes on.
 */
export async function openPlugins({ folder, entry, log }: PluginsOptions): Promise<Plugins> {
  const threads = createThreads({ entry, threads: 1, memoryMb: 128 });
  const found = folder === null ? [] : await readFolder(folder, threads, log);
  const all = found.filter((one): one is Plugin & { error: null } => one.error === null);
  const byKey = new Map(all.map((plugin) => [plugin.facts.key, plugin]));
  return {
    found,
    all,
    find: (key) => byKey.get(key),
    toQueries: async (form) => {
      const plugin = byKey.get(form.viz_type);
      if (!plugin) throw wrongQuestion(form.viz_type, 'it is no plugin');
      const task: PluginQueriesTask = { kind: 'plugin-queries', code: plugin.code, form };
      return threads.run<readonly QueryObject[]>(task, { deadlineMs }).catch((error: unknown) => {
        log.warn({ plugin: plugin.folder }, `Chart plugin ${plugin.folder} planned no query: ${wordsOf(error)}`);
        throw wrongQuestion(plugin.facts.key, wordsOf(error));
      });
    },
    close: threads.close,
  };
}

/** A definition is pure and short; reading it includes the start of the thread. */
const deadlineMs = 3000;

async function readFolder(path: string, threads: Threads, log: Logger): Promise<readonly FoundPlugin[]> {
  const read = await readPluginFolder(path).catch((error: unknown) => {
    log.error(`The folder of chart plugins cannot be read: ${wordsOf(error)}`);
    return [];
  });
  const found: FoundPlugin[] = [];
  for (const files of read) {
    const one = 'code' in files ? await look(files, threads, found) : files;
    found.push(one);
    if (one.error === null) log.info({ plugin: one.folder }, `Chart plugin ${one.folder}: ${one.facts.name}`);
    else log.error({ plugin: one.folder }, `Chart plugin ${one.folder} is not offered: ${one.error}`);
  }
  return found;
}

/** Whether it is offered beside those before it. */
async function look(files: PluginFiles, threads: Threads, before: readonly FoundPlugin[]): Promise<FoundPlugin> {
  const { folder, code } = files;
  const task: PluginFactsTask = { kind: 'plugin-facts', code };
  try {
    const facts = await threads.run<PluginFacts>(task, { deadlineMs });
    const error = whyTaken(facts.key, before);
    return error === null ? { ...files, facts, error } : { folder, facts, error };
  } catch (error) {
    return { folder, error: wordsOf(error) };
  }
}

function whyTaken(key: string, before: readonly FoundPlugin[]): string | null {
  const isOurs = findChartDefinition(key) !== undefined || modernForm({ viz_type: key }).viz_type !== key;
  if (isOurs) return `The chart type ${key} is built in: a plugin needs a key of its own.`;
  const other = before.find(({ facts, error }) => error === null && facts?.key === key);
  return other ? `The chart type ${key} is already that of the plugin in ${other.folder}.` : null;
}

/** In one line: a thread tells where in the code it was as well. */
function wordsOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [first = ''] = message.replace(/data:text\/javascript;base64,[\w+/=]*/g, 'chart.js').split('\n');
  return first.slice(0, 500);
}

function wrongQuestion(key: string, reason: string): AppError {
  const message = `The plugin of the chart type ${key} says no query: ${reason}`;
  return new AppError('INVALID_PAYLOAD_FORMAT_ERROR', { params: { message } });
}

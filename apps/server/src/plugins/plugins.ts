import type { ChartForm } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import type { Logger } from 'pino';
import { createThreads, TaskError } from '../threads/index.ts';
import type { PluginFacts, PluginFactsTask, PluginQueriesTask } from './plugin-task.ts';
import { type PluginFiles, readPluginFolder, type UnreadFolder } from './read-folder.ts';

/** A chart type of the folder of plugins that is offered. */
export interface Plugin extends PluginFiles {
  readonly facts: PluginFacts;
}

/** What lies in the folder, and whether it is offered. */
export type FoundPlugin = Sound | (UnreadFolder & { readonly facts?: PluginFacts });

export interface Plugins {
  /** Everything in the folder, in the order of its names. */
  readonly found: readonly FoundPlugin[];
  /** Those that are offered. */
  readonly all: readonly Plugin[];
  readonly find: (key: string) => Plugin | undefined;
  /** What a form of a plugin's type asks; throws a `TaskError` where the plugin cannot say it. */
  readonly toQueries: (form: ChartForm) => Promise<readonly QueryObject[]>;
  readonly close: () => Promise<void>;
}

export interface PluginsOptions {
  readonly folder: string | null;
  /** The program of the threads. */
  readonly entry: string;
  /** Whether a key is that of a type of the build. */
  readonly isBuiltIn: (key: string) => boolean;
  readonly log: Logger;
  /** So long code may take to be read, with the start of the thread, or to say its queries. */
  readonly patienceMs?: number;
}

/**
 * Reads the folder once. Plugins' code never runs on the event loop: a thread of their own looks at each and plans its
 * queries, so that one that throws, hangs or grows is refused, and the server goes on.
 */
export async function openPlugins(options: PluginsOptions): Promise<Plugins> {
  const { folder, entry, log, patienceMs = 3000 } = options;
  const threads = createThreads({ entry, threads: 1, memoryMb: 128 });
  const run: Run = (task) => threads.run(task, { deadlineMs: patienceMs });
  const found = folder === null ? [] : await readFolder(folder, run, options);
  const all = found.filter((one): one is Sound => one.error === null);
  const byKey = new Map(all.map((plugin) => [plugin.facts.key, plugin]));
  return {
    found,
    all,
    find: (key) => byKey.get(key),
    toQueries: async (form) => {
      const plugin = byKey.get(form.viz_type);
      if (!plugin) throw wrongQuestion(form.viz_type, 'it is no plugin');
      const task: PluginQueriesTask = { kind: 'plugin-queries', code: plugin.code, form };
      return run<readonly QueryObject[]>(task).catch((error: unknown) => {
        log.warn({ plugin: plugin.folder }, `Chart plugin ${plugin.folder} planned no query: ${wordsOf(error)}`);
        throw wrongQuestion(plugin.facts.key, wordsOf(error));
      });
    },
    close: threads.close,
  };
}

type Run = <Answer>(task: PluginFactsTask | PluginQueriesTask) => Promise<Answer>;

type Reading = Pick<PluginsOptions, 'isBuiltIn' | 'log'>;

async function readFolder(path: string, run: Run, { isBuiltIn, log }: Reading): Promise<readonly FoundPlugin[]> {
  const read = await readPluginFolder(path).catch((error: unknown) => {
    log.error(`The folder of chart plugins cannot be read: ${wordsOf(error)}`);
    return [];
  });
  const found: FoundPlugin[] = [];
  for (const files of read) {
    const looked = 'code' in files ? await look(files, run) : files;
    const one = looked.error === null ? ifFree(looked, isBuiltIn, found) : looked;
    found.push(one);
    if (one.error === null) log.info({ plugin: one.folder }, `Chart plugin ${one.folder}: ${one.facts.name}`);
    else log.error({ plugin: one.folder }, `Chart plugin ${one.folder} is not offered: ${one.error}`);
  }
  return found;
}

type Sound = Plugin & { readonly error: null };

async function look(files: PluginFiles, run: Run): Promise<Sound | UnreadFolder> {
  const { folder, code } = files;
  try {
    const facts = await run<PluginFacts>({ kind: 'plugin-facts', code });
    return { ...files, facts, error: null };
  } catch (error) {
    return { folder, error: wordsOf(error) };
  }
}

/** Its key may be neither that of a type of the build nor that of a plugin before it. */
function ifFree(plugin: Sound, isBuiltIn: (key: string) => boolean, before: readonly FoundPlugin[]): FoundPlugin {
  const { folder, facts } = plugin;
  const { key } = facts;
  if (isBuiltIn(key))
    return { folder, facts, error: `The chart type ${key} is built in: a plugin needs a key of its own.` };
  const other = before.find((one) => one.error === null && one.facts.key === key);
  if (!other) return plugin;
  return { folder, facts, error: `The chart type ${key} is already that of the plugin in ${other.folder}.` };
}

/** In one line: a thread tells where in the code it was as well. */
function wordsOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [first = ''] = message.replace(/data:text\/javascript;base64,[\w+/=]*/g, 'chart.js').split('\n');
  return first.slice(0, 500);
}

function wrongQuestion(key: string, reason: string): TaskError {
  return new TaskError(`The plugin of the chart type ${key} says no query: ${reason}`);
}

import type { Logger } from 'pino';
import { keyOfFolder, type PluginFacts } from './manifest.ts';
import { type PluginFiles, readPluginFolder, type UnreadFolder } from './read-folder.ts';

/** A chart type of the folder of plugins that is offered. */
export interface Plugin extends PluginFiles {
  readonly facts: PluginFacts;
}

type Sound = Plugin & { readonly error: null };

/** What lies in the folder, and whether it is offered. */
export type FoundPlugin = Sound | UnreadFolder;

/** A plugin that is not offered, for whoever meets a chart of its type. */
export interface RefusedPlugin {
  /** Null where it says none, and where it is that of another type. */
  readonly key: string | null;
  readonly name: string;
  readonly reason: string;
}

export interface Plugins {
  /** Everything in the folder, in the order of its names. */
  readonly found: readonly FoundPlugin[];
  /** Those that are offered. */
  readonly all: readonly Plugin[];
  readonly refused: readonly RefusedPlugin[];
  readonly find: (key: string) => Plugin | undefined;
}

export interface PluginsOptions {
  readonly folder: string | null;
  /** Whether a key is that of a type of the build. */
  readonly isBuiltIn: (key: string) => boolean;
  readonly log: Logger;
}

/** Reads the folder once, as data: of plugins' code the server runs nothing. */
export async function openPlugins(options: PluginsOptions): Promise<Plugins> {
  const { folder, isBuiltIn } = options;
  const found = folder === null ? [] : await readFolder(folder, options);
  const all = found.filter((one): one is Sound => one.error === null);
  const byKey = new Map(all.map((plugin) => [plugin.facts.key, plugin]));
  const isFree = (key: string) => !isBuiltIn(key) && !byKey.has(key);
  return {
    found,
    all,
    refused: found.flatMap((one) => (one.error === null ? [] : [toRefused(one, isFree)])),
    find: (key) => byKey.get(key),
  };
}

function toRefused({ folder, facts, error }: UnreadFolder, isFree: (key: string) => boolean): RefusedPlugin {
  const key = facts?.key ?? keyOfFolder(folder);
  return { key: key !== null && isFree(key) ? key : null, name: facts?.name ?? folder, reason: error };
}

type Reading = Pick<PluginsOptions, 'isBuiltIn' | 'log'>;

async function readFolder(path: string, { isBuiltIn, log }: Reading): Promise<readonly FoundPlugin[]> {
  const read = await readPluginFolder(path).catch((error: unknown) => {
    log.error(`The folder of chart plugins cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  });
  const found: FoundPlugin[] = [];
  for (const files of read) {
    const one = files.error === null ? ifFree(files, isBuiltIn, found) : files;
    found.push(one);
    if (one.error === null) log.info({ plugin: one.folder }, `Chart plugin ${one.folder}: ${one.facts.name}`);
    else log.error({ plugin: one.folder }, `Chart plugin ${one.folder} is not offered: ${one.error}`);
  }
  return found;
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

import { type ChartDefinition, isRecord, PLUGIN_API } from '@powerset/chart-kit';

/** What people read of a plugin's chart type: its `plugin.json`, which the build wrote beside its code. */
export interface PluginFacts {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly behaviors: ChartDefinition['behaviors'];
}

export interface ReadManifest {
  /** As far as they could be read. */
  readonly facts: PluginFacts | null;
  /** What keeps the plugin from being offered; null where nothing does. */
  readonly error: string | null;
}

/** Reads data alone: of a plugin's code the server runs nothing. */
export function readManifest(text: string): ReadManifest {
  const manifest = parse(text);
  if (!isRecord(manifest)) return { facts: null, error: 'Its plugin.json is not a JSON object.' };
  const facts = readFacts(manifest);
  if (manifest.api !== PLUGIN_API)
    return {
      facts: typeof facts === 'string' ? null : facts,
      error: `It was built for form ${short(words(manifest.api), 20) || 'unknown'} of plugins; this server takes form ${PLUGIN_API}.`,
    };
  return typeof facts === 'string' ? { facts: null, error: facts } : { facts, error: null };
}

const isKey = (key: string) => /^[a-z][\w-]{0,99}$/.test(key);

/** The key that a folder's name stands for, where nothing else says it. */
export function keyOfFolder(folder: string): string | null {
  const key = folder.toLowerCase().replaceAll('-', '_');
  return isKey(key) ? key : null;
}

function readFacts({ key, name, description, category, tags, behaviors: named }: Record<string, unknown>) {
  if (!isKey(words(key))) return 'Its key must be lower-case letters, digits, _ and -, at most 100 of them.';
  if (words(name) === '' || words(category) === '') return 'It has no name or no category.';
  return {
    key: words(key),
    name: short(words(name), 100),
    description: short(words(description), 1000),
    category: short(words(category), 100),
    tags: texts(tags).map((tag) => short(tag, 100)),
    behaviors: behaviors.filter((one) => texts(named).includes(one)),
  } satisfies PluginFacts;
}

const behaviors = ['INTERACTIVE_CHART', 'NATIVE_FILTER', 'DRILL_TO_DETAIL', 'DRILL_BY'] as const;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const words = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '');
const short = (value: string, length: number) => value.slice(0, length);
const texts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : []).filter((one): one is string => typeof one === 'string').slice(0, 30);

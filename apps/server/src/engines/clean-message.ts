/** Stands for a file or folder of the host in what an engine says. */
export const hiddenFile = '(a file of the server)';

const maxLength = 4000;

interface Rule {
  readonly what: RegExp;
  readonly by: string;
}

const hostRoots =
  'bin|boot|data|dev|etc|home|lib|lib64|mnt|nix|opt|private|proc|root|run|sbin|snap|srv|sys|tmp|usr|var|work|Users|Volumes|Applications';
const internalEndings = 'so|node|ts|js|mjs|cjs|duckdb|wal|block|parquet|tmp';

/** In this order. What stands in single quotes is a value or a text of the user's: there only paths of hosts are hidden. */
const rules: readonly Rule[] = [
  { what: /\s*Stack Trace:[\s\S]*$/i, by: '' },
  { what: /\s*This error signals an assertion failure within[\s\S]*$/i, by: '' },
  { what: /^\s*at .*[(/\\].*:\d+(:\d+)?\)?$/gm, by: '' },
  { what: /^.*\[0x[0-9a-f]+\]\s*$/gim, by: '' },
  { what: /"\/[^"\n]*\/[^"\n]*"/g, by: hiddenFile },
  { what: /\bfile:\/\/\S+/g, by: hiddenFile },
  { what: new RegExp(`(?<![\\w:/.~-])/(?:${hostRoots})/[^\\s"'\`,;)\\]]+`, 'g'), by: hiddenFile },
  {
    what: new RegExp(`(?<![\\w:.~-])/[^\\s"'\`,;)\\]]*\\.(?:${internalEndings})\\b(?::\\d+)*`, 'g'),
    by: hiddenFile,
  },
  { what: /(?<![\w:/.'~-])(?:\/[\w.@+~-]+){2,}\/?(?!')/g, by: hiddenFile },
  { what: /(?<!\w)[A-Za-z]:\\[^\s"'`,;)\]]+/g, by: hiddenFile },
  { what: /"(?:base|global|pg_[a-z_]+)\/[^"\n]*"/g, by: hiddenFile },
  { what: /\b[\w-]*[0-9a-f]{8}-[0-9a-f]{4}-[\w-]*(?:\.\w+)+/g, by: hiddenFile },
  { what: /"\(a file of the server\)"/g, by: hiddenFile },
  { what: /\n{3,}/g, by: '\n\n' },
];

/**
 * What an engine says, without what belongs to the host: native stack traces, paths, names of internal files. Every
 * engine's words pass here, because every `EngineError` is made with it.
 */
export function cleanMessage(text: string): string {
  const cleaned = rules.reduce((words, { what, by }) => words.replace(what, by), text.slice(0, maxLength)).trim();
  return cleaned === '' && text.trim() !== '' ? 'The engine failed inside.' : cleaned;
}

import { ConfigError } from '../../../config.ts';

const names = ['export', 'import', 'diff', 'validate'] as const;

export interface AsCodeWords {
  readonly name: (typeof names)[number];
  readonly folder: string;
  readonly isPruning: boolean;
  readonly isDryRun: boolean;
  /** Says which figures of charts the files would change. */
  readonly hasFigures: boolean;
  readonly url: string | undefined;
  readonly user: string | undefined;
  readonly passwords: string | undefined;
  readonly secrets: string | undefined;
  /** What is left: settings of the server. */
  readonly options: readonly string[];
}

const where = '[--data DATA] [--user NAME] [--url ADDRESS]';
const usage = {
  export: `powerset export FOLDER [--prune] [--dry-run] ${where}`,
  import: `powerset import FOLDER [--prune] [--dry-run] [--secrets FILE] [--passwords FILE] ${where}`,
  diff: `powerset diff FOLDER [--figures] ${where}`,
  validate: 'powerset validate FOLDER',
} as const;

/** The words of a command about files; undefined when the first word names none of them. */
export function readWords(argv: readonly string[]): AsCodeWords | undefined {
  const name = names.find((one) => one === argv[0]);
  if (!name) return undefined;
  const rest = argv.slice(2);
  const folder = argv[1];
  if (!folder || folder.startsWith('-')) throw new ConfigError(`Name the folder of the files: ${usage[name]}.`);
  const isSet = (word: string) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest.splice(at, 1);
    if (at >= 0 && !usage[name].includes(word)) throw new ConfigError(`${word} is not for this: ${usage[name]}.`);
    return at >= 0;
  };
  const take = (word: string) => {
    const at = rest.indexOf(word);
    if (at < 0) return undefined;
    const [, value] = rest.splice(at, 2);
    if (!value || !usage[name].includes(word)) throw new ConfigError(`${word} is wrong here: ${usage[name]}.`);
    return value;
  };
  const words = {
    ...{ name, folder, isPruning: isSet('--prune'), isDryRun: isSet('--dry-run') },
    ...{ hasFigures: isSet('--figures') },
    ...{ url: take('--url'), user: take('--user'), passwords: take('--passwords'), secrets: take('--secrets') },
  };
  if (words.url !== undefined && !/^https?:\/\/[^/]/.test(words.url))
    throw new ConfigError('--url must be an address that begins with http:// or https://.');
  return { ...words, options: rest };
}

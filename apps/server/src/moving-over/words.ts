import { readFileSync } from 'node:fs';
import { ConfigError } from '../config.ts';

export interface MoveWords {
  /** The address of the metadata database. */
  readonly from: string;
  readonly secretKey: string | null;
  /** What the key does not open is entered anew afterwards. */
  readonly isWithoutSecrets: boolean;
  readonly isDryRun: boolean;
  /** A file for the report, as JSON. */
  readonly reportFile: string | null;
  /** What is left: settings of the server. */
  readonly options: readonly string[];
}

const usage =
  'powerset migrate --from ADDRESS --secret-key-file FILE [--without-secrets] [--dry-run] [--report FILE] [--data DATA]';

interface WordSource {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The words of the command; undefined when the first is another. What is secret stands better in the environment or a file. */
export function readMoveWords({ argv, env }: WordSource): MoveWords | undefined {
  if (argv[0] !== 'migrate') return undefined;
  const rest = argv.slice(1);
  const isSet = (word: string) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  };
  const take = (word: string): string | undefined => {
    const at = rest.findIndex((one) => one === word || one.startsWith(`${word}=`));
    if (at < 0) return undefined;
    const [given = ''] = rest.splice(at, 1);
    const value = given === word ? rest.splice(at, 1)[0] : given.slice(word.length + 1);
    if (!value || (given === word && value.startsWith('--'))) throw new ConfigError(`${word} needs a value: ${usage}.`);
    return value;
  };
  const words = {
    ...{ isWithoutSecrets: isSet('--without-secrets'), isDryRun: isSet('--dry-run') },
    reportFile: take('--report') ?? null,
    from: take('--from') ?? env.POWERSET_MIGRATE_FROM,
    key: take('--secret-key'),
    keyFile: take('--secret-key-file'),
  };
  const { from, key, keyFile, ...others } = words;
  if (!from) throw new ConfigError(`Name the metadata database that is read, or set POWERSET_MIGRATE_FROM: ${usage}.`);
  if (key && keyFile) throw new ConfigError('--secret-key and --secret-key-file are given; one of them is enough.');
  const secretKey = key ?? (keyFile ? readKey(keyFile) : env.SUPERSET_SECRET_KEY) ?? null;
  return { ...others, from, secretKey, options: rest };
}

/** The line's end is not part of the key. */
function readKey(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new ConfigError(`--secret-key-file cannot be read: ${(error as Error).message}`);
  }
  if (text === '') throw new ConfigError(`${file} holds no key.`);
  return text;
}

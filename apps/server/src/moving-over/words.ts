import { readFileSync } from 'node:fs';
import { ConfigError } from '../config.ts';

export interface MoveWords {
  readonly source: DatabaseWords | ApiWords;
  readonly isDryRun: boolean;
  /** A file for the report, as JSON. */
  readonly reportFile: string | null;
  /** What is left: settings of the server. */
  readonly options: readonly string[];
}

export interface DatabaseWords {
  readonly kind: 'database';
  /** The address of the metadata database. */
  readonly from: string;
  readonly secretKey: string | null;
  /** What the key does not open is entered anew afterwards. */
  readonly isWithoutSecrets: boolean;
}

export interface ApiWords {
  readonly kind: 'api';
  /** What the addresses of its pages begin with. */
  readonly url: string;
  readonly token: string | null;
  readonly user: string | null;
  /** Null where it is to be asked for. */
  readonly password: string | null;
  readonly provider: 'db' | 'ldap';
  readonly ca: string | null;
}

const usage =
  'powerset migrate --from ADDRESS --secret-key-file FILE [--without-secrets] [--dry-run] [--report FILE] [--data DATA]';
const apiUsage =
  'powerset migrate --from-api ADDRESS (--user NAME [--password-file FILE] [--provider ldap] | --token-file FILE) [--ca FILE] [--dry-run] [--report FILE] [--data DATA]';

interface WordSource {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Takes words out of those that were given. */
interface Taking {
  readonly env: WordSource['env'];
  isSet(word: string): boolean;
  take(word: string): string | undefined;
}

/** The words of the command; undefined when the first is another. What is secret stands better in the environment or a file. */
export function readMoveWords({ argv, env }: WordSource): MoveWords | undefined {
  if (argv[0] !== 'migrate') return undefined;
  const rest = argv.slice(1);
  const taking: Taking = {
    env,
    isSet: (word) => {
      const at = rest.indexOf(word);
      if (at >= 0) rest.splice(at, 1);
      return at >= 0;
    },
    take: (word) => {
      const at = rest.findIndex((one) => one === word || one.startsWith(`${word}=`));
      if (at < 0) return undefined;
      const [given = ''] = rest.splice(at, 1);
      const value = given === word ? rest.splice(at, 1)[0] : given.slice(word.length + 1);
      if (!value || (given === word && value.startsWith('--')))
        throw new ConfigError(`${word} needs a value: ${word.includes('key') ? usage : `${usage}, or ${apiUsage}`}.`);
      return value;
    },
  };
  const { isSet, take } = taking;
  const words = { isDryRun: isSet('--dry-run'), reportFile: take('--report') ?? null };
  const url = take('--from-api');
  const source = url === undefined ? readDatabaseWords(taking) : readApiWords(taking, url);
  return { ...words, source, options: rest };
}

function readDatabaseWords({ isSet, take, env }: Taking): DatabaseWords {
  const isWithoutSecrets = isSet('--without-secrets');
  const from = take('--from') ?? env.POWERSET_MIGRATE_FROM;
  const [key, keyFile] = [take('--secret-key'), take('--secret-key-file')];
  if (!from)
    throw new ConfigError(
      `Name the metadata database that is read, or set POWERSET_MIGRATE_FROM: ${usage}. Without that database: ${apiUsage}.`,
    );
  if (key && keyFile) throw new ConfigError('--secret-key and --secret-key-file are given; one of them is enough.');
  const secretKey = key ?? (keyFile ? readSecret('--secret-key-file', keyFile) : env.SUPERSET_SECRET_KEY) ?? null;
  return { kind: 'database', from, secretKey, isWithoutSecrets };
}

function readApiWords({ take, env }: Taking, given: string): ApiWords {
  const url = given.replace(/\/+$/, '');
  const files = { password: take('--password-file'), token: take('--token-file'), ca: take('--ca') };
  const provider = take('--provider') ?? 'db';
  const user = take('--user') ?? env.POWERSET_MIGRATE_USER ?? null;
  if (!/^https?:\/\/[^/]/.test(url) || /[?#]/.test(url))
    throw new ConfigError('--from-api must be an address that begins with http:// or https:// and has no ? or #.');
  if (provider !== 'db' && provider !== 'ldap') throw new ConfigError('--provider must be db or ldap.');
  const token = files.token ? readSecret('--token-file', files.token) : (env.POWERSET_MIGRATE_TOKEN ?? null);
  if (!user && !token)
    throw new ConfigError(`Name the account that signs in, or a file with its access token: ${apiUsage}.`);
  const isToken = token !== null && !(user && !files.token);
  return {
    ...{ kind: 'api', url, user, provider },
    token: isToken ? token : null,
    password: files.password ? readSecret('--password-file', files.password) : (env.POWERSET_MIGRATE_PASSWORD ?? null),
    ca: files.ca ? readFile('--ca', files.ca) : null,
  };
}

/** The line's end is not part of it. */
function readSecret(word: string, file: string): string {
  const text = readFile(word, file).replace(/\r?\n$/, '');
  if (text === '') throw new ConfigError(`${file} holds nothing.`);
  return text;
}

function readFile(word: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${word} cannot be read: ${(error as Error).message}`);
  }
}

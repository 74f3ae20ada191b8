import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccounts, loadSecrets, type Secrets } from '../access/index.ts';
import type { Config } from '../config.ts';
import { openTableReader, type TableReader } from '../engines/index.ts';
import { closeStore, openStore, type Store } from '../metadata/index.ts';
import { readApi } from './api-source/index.ts';
import { move } from './move.ts';
import { countSecrets } from './movers/index.ts';
import type { Moving, MovingParts } from './moving.ts';
import { MovingProblem } from './moving-problem.ts';
import { createNumbers } from './numbers.ts';
import { createNotes, describeReport, type LeftTable, type MoveReport } from './report.ts';
import { createSecretReader, plainReader, type SecretReader } from './secret-values.ts';
import { type ApiWords, type DatabaseWords, type MoveWords, readMoveWords } from './words.ts';

export interface MoveContext {
  readonly config: Config;
  readonly now: () => Date;
  readonly say: (line: string) => void;
  /** Asks whoever sits there for a secret; undefined where nobody does. */
  readonly askSecret: (question: string) => Promise<string | undefined>;
  /** Whether the installation keeps anything yet. */
  readonly hasMetadata: boolean;
  /** Opens the data folder's store, which no server may hold meanwhile. */
  readonly openOwn: () => Promise<{ readonly store: Store; readonly release: () => void }>;
  readonly toParts: (secrets: Secrets) => MovingParts;
}

export interface MoveCommand {
  readonly options: readonly string[];
  run(context: MoveContext): Promise<void>;
}

export function findMoveCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): MoveCommand | undefined {
  const words = readMoveWords({ argv, env });
  return words && { options: words.options, run: (context) => run(words, context) };
}

async function run(words: MoveWords, context: MoveContext): Promise<void> {
  // Not only after all has been written.
  if (words.reportFile) closeSync(openSync(words.reportFile, 'a', 0o600));
  const opened = await (words.source.kind === 'api' ? openApi(words.source, context) : openDatabase(words.source));
  try {
    const report = await moveFrom(opened, words, context);
    if (words.reportFile) writeFileSync(words.reportFile, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
    for (const line of describeReport(report)) context.say(line);
    if (words.reportFile) context.say(`The whole report is in ${words.reportFile}.`);
  } finally {
    await opened.source.close();
  }
}

/** What is read, with what opens its secrets. */
interface OpenedSource {
  readonly source: TableReader;
  readonly secretReader: SecretReader;
  readonly left: readonly LeftTable[];
}

async function openDatabase(words: DatabaseWords): Promise<OpenedSource> {
  const source = await openTableReader(words.from);
  try {
    await checkKey(source, words);
  } catch (error) {
    await source.close();
    throw error;
  }
  return { source, secretReader: createSecretReader(words.isWithoutSecrets ? null : words.secretKey), left: [] };
}

async function openApi(words: ApiWords, { say, askSecret }: MoveContext): Promise<OpenedSource> {
  const { url, ca } = words;
  const credentials = await toCredentials(words, askSecret);
  const { reader, left } = await readApi({ url, ca, credentials, say });
  return { source: reader, secretReader: plainReader, left };
}

async function toCredentials({ token, user, password, provider, url }: ApiWords, askSecret: MoveContext['askSecret']) {
  if (token !== null) return { token };
  const username = user ?? '';
  const given = password ?? (await askSecret(`Password of ${username} at ${new URL(url).host}: `));
  if (given) return { username, password: given, provider };
  throw new MovingProblem(
    'The password is asked for at a terminal alone: elsewhere give it by --password-file or POWERSET_MIGRATE_PASSWORD.',
  );
}

/** A key that opens nothing is a wrong one, whatever else would come. */
async function checkKey(source: TableReader, { secretKey, isWithoutSecrets }: DatabaseWords): Promise<void> {
  if (isWithoutSecrets) return;
  const { all, opened } = await countSecrets({ source, secretReader: createSecretReader(secretKey) });
  if (all === 0 || opened > 0) return;
  throw new MovingProblem(
    secretKey === null
      ? `${all} passwords are encrypted there. Give the SECRET_KEY of that installation with --secret-key-file or in SUPERSET_SECRET_KEY, or bring the rest with --without-secrets.`
      : `This SECRET_KEY opens none of the ${all} passwords that are encrypted there: it is another one. Nothing was changed.`,
  );
}

interface Target {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly close: () => Promise<void>;
}

async function moveFrom(opened: OpenedSource, words: MoveWords, context: MoveContext): Promise<MoveReport> {
  const target = await (words.isDryRun && !context.hasMetadata ? openNowhere(context) : openTarget(context));
  try {
    const { store } = target;
    const notes = createNotes();
    await createAccounts({ store, now: context.now, publicRoleLike: null, requiredFactor: 'nobody' }).syncRoles();
    await inOneTransaction(store, words.isDryRun, (transaction) =>
      move(toMoving({ opened, notes, context, target: { ...target, store: transaction } })),
    );
    for (const one of opened.left) notes.leave(one);
    return notes.report(words.isDryRun);
  } finally {
    await target.close();
  }
}

interface Beginning {
  readonly opened: OpenedSource;
  readonly notes: Moving['notes'];
  readonly context: MoveContext;
  readonly target: Target;
}

function toMoving({ opened: { source, secretReader }, notes, context, target: { store, secrets } }: Beginning): Moving {
  return {
    ...{ source, store, notes, secrets, secretReader },
    config: context.config,
    parts: context.toParts(secrets),
    numbers: createNumbers(store),
    time: context.now().toISOString(),
  };
}

async function openTarget({ config, openOwn }: MoveContext): Promise<Target> {
  const { store, release } = await openOwn();
  const close = async () => {
    await closeStore(store);
    release();
  };
  return { store, secrets: loadSecrets(config.dataFolder), close };
}

/** A dry run before the first start leaves no trace of an installation. */
async function openNowhere({ now }: MoveContext): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'powerset-dry-run-'));
  const secrets = loadSecrets(folder);
  rmSync(folder, { recursive: true });
  const store = await openStore(':memory:', () => now().toISOString());
  return { store, secrets, close: () => store.destroy() };
}

/** A dry run does all of the work, and takes it back. */
async function inOneTransaction(store: Store, isDryRun: boolean, work: (transaction: Store) => Promise<void>) {
  const takenBack = new Error('a dry run');
  try {
    await store.transaction().execute(async (transaction) => {
      await work(transaction);
      if (isDryRun) throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
}

import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccounts, loadSecrets, type Secrets } from '../access/index.ts';
import type { Config } from '../config.ts';
import { openTableReader, type TableReader } from '../engines/index.ts';
import { closeStore, openStore, type Store } from '../metadata/index.ts';
import { move } from './move.ts';
import { countSecrets } from './movers/index.ts';
import type { Moving, MovingParts } from './moving.ts';
import { MovingProblem } from './moving-problem.ts';
import { createNumbers } from './numbers.ts';
import { createNotes, describeReport, type MoveReport } from './report.ts';
import { createSecretReader } from './secret-values.ts';
import { type MoveWords, readMoveWords } from './words.ts';

export interface MoveContext {
  readonly config: Config;
  readonly now: () => Date;
  readonly say: (line: string) => void;
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
  const source = await openTableReader(words.from);
  try {
    await checkKey(source, words);
    const report = await moveFrom(source, words, context);
    if (words.reportFile) writeFileSync(words.reportFile, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
    for (const line of describeReport(report)) context.say(line);
    if (words.reportFile) context.say(`The whole report is in ${words.reportFile}.`);
  } finally {
    await source.close();
  }
}

/** A key that opens nothing is a wrong one, whatever else would come. */
async function checkKey(source: TableReader, { secretKey, isWithoutSecrets }: MoveWords): Promise<void> {
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

async function moveFrom(source: TableReader, words: MoveWords, context: MoveContext): Promise<MoveReport> {
  const target = await (words.isDryRun && !context.hasMetadata ? openNowhere(context) : openTarget(context));
  try {
    const { store } = target;
    const notes = createNotes();
    await createAccounts({ store, now: context.now, publicRoleLike: null, requiredFactor: 'nobody' }).syncRoles();
    await inOneTransaction(store, words.isDryRun, (transaction) =>
      move(toMoving({ source, notes, context, words, target: { ...target, store: transaction } })),
    );
    return notes.report(words.isDryRun);
  } finally {
    await target.close();
  }
}

interface Beginning {
  readonly source: TableReader;
  readonly notes: Moving['notes'];
  readonly context: MoveContext;
  readonly words: MoveWords;
  readonly target: Target;
}

function toMoving({ source, notes, context, words, target: { store, secrets } }: Beginning): Moving {
  return {
    ...{ source, store, notes, secrets },
    config: context.config,
    secretReader: createSecretReader(words.isWithoutSecrets ? null : words.secretKey),
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

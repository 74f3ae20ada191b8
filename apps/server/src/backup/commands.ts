import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { withDatabaseFile } from '../engines/index.ts';
import { claimDataFolder, closeStore, copyStore, openServerStore, openStore, type Store } from '../metadata/index.ts';
import { BackupError } from './backup-error.ts';
import { isServing, withCopyOf } from './channel.ts';
import { makeBackup, type TakeDatabase } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { rotateKey } from './rotate-key.ts';

/** What a command needs besides its words. */
export interface CommandContext {
  readonly config: Config;
  readonly version: string;
  readonly now: () => Date;
  readonly say: (line: string) => void;
}

export interface Command {
  /** The words that are settings of the server. */
  readonly options: readonly string[];
  run(context: CommandContext): Promise<void>;
}

const moveUsage =
  'powerset move-metadata --to ADDRESS [--data DATA], with an address as POWERSET_METADATA_URL takes it';
const usage = {
  backup: 'powerset backup FOLDER [--results] [--data DATA]',
  restore: 'powerset restore FOLDER [--replace] [--data DATA]',
} as const;
const switches = { backup: '--results', restore: '--replace' } as const;

/** The command that the first word names; undefined when the server itself is meant. */
export function findCommand(argv: readonly string[]): Command | undefined {
  const [name, ...rest] = argv;
  if (name === 'move-metadata') return moveCommand(rest);
  if (name === 'rotate-key') return { options: rest, run: changeKey };
  if (name === 'remove-second-factor') return factorCommand(rest);
  if (name !== 'backup' && name !== 'restore') return undefined;
  const [folder, ...others] = rest.filter((word) => word !== switches[name]);
  if (!folder || folder.startsWith('-')) throw new ConfigError(`Name the folder of the backup: ${usage[name]}.`);
  const isSet = rest.includes(switches[name]);
  const path = resolve(folder);
  return {
    options: others,
    run: (context) => (name === 'backup' ? backUp(context, path, isSet) : restore(context, path, isSet)),
  };
}

function moveCommand(words: readonly string[]): Command {
  const at = words.indexOf('--to');
  const url = words[at + 1];
  if (at < 0 || !url) throw new ConfigError(`Name the server that the metadata are moved to: ${moveUsage}.`);
  const others = words.filter((_, place) => place !== at && place !== at + 1);
  // Read as the setting that it becomes, and refused in the same words.
  return { options: ['--metadata-url', url, ...others], run: moveMetadata };
}

/** Copies what the file holds to an empty server; the file stays as it was. */
async function moveMetadata({ config, now, say }: CommandContext): Promise<void> {
  const { dataFolder, metadataUrl } = config;
  const file = join(dataFolder, 'metadata.db');
  if (!existsSync(file)) throw new BackupError(`${dataFolder} holds no metadata.db. Name the folder with --data.`);
  const stamp = () => now().toISOString();
  await claimed(dataFolder, async () => {
    const from = await openStore(file, stamp);
    const to = await openServerStore({ url: metadataUrl ?? '', stamp }).catch(async (error: unknown) => {
      await closeStore(from);
      throw error;
    });
    try {
      const tables = await copyStore(from, to, ({ name, rows }) => say(`  ${name}: ${rows}`));
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      say(`${rows} rows of ${tables.length} tables are on the server, read again there and equal to the file's.`);
      say('Start the server with POWERSET_METADATA_URL from now on; metadata.db stays as it was and is not read then.');
    } finally {
      await to.destroy();
      await closeStore(from);
    }
  });
}

/** Encrypts what is kept secret with a new key; the server rests meanwhile. */
async function changeKey(context: CommandContext): Promise<void> {
  const { dataFolder } = context.config;
  if (!existsSync(join(dataFolder, 'secret.key')))
    throw new BackupError(`${dataFolder} holds no secret.key. Name the folder with --data.`);
  await withMetadata(context, async (store) => {
    const count = await rotateKey(store, dataFolder);
    context.say(`${count} secrets are encrypted with a new key. Bearer tokens and guest tokens of before have ended.`);
    context.say('Backups of before hold the key that they were made with, and stay as good as they were.');
  });
}

function factorCommand([username, ...options]: readonly string[]): Command {
  if (!username || username.startsWith('-'))
    throw new ConfigError('Name the person: powerset remove-second-factor USERNAME [--data DATA].');
  return { options, run: (context) => removeFactor(context, username) };
}

/** For the administrator whom no other one can help; the server rests meanwhile. */
async function removeFactor(context: CommandContext, username: string): Promise<void> {
  const { dataFolder, metadataUrl } = context.config;
  if (metadataUrl === null && !existsSync(join(dataFolder, 'metadata.db')))
    throw new BackupError(`${dataFolder} holds no metadata.db. Name the folder with --data.`);
  await withMetadata(context, async (store) => {
    const person = store.selectFrom('users').select('id').where('username', '=', username);
    let count = 0;
    for (const table of ['second_factors', 'passkeys'] as const) {
      const gone = await store.deleteFrom(table).where('user_id', 'in', person).executeTakeFirst();
      count += Number(gone.numDeletedRows);
    }
    if (count === 0) throw new BackupError(`There is no second factor of ${username}.`);
    context.say(`The password alone signs ${username} in again.`);
  });
}

async function withMetadata(
  { config: { dataFolder, metadataUrl }, now }: CommandContext,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const stamp = () => now().toISOString();
  await claimed(dataFolder, async () => {
    const file = join(dataFolder, 'metadata.db');
    const store =
      metadataUrl === null ? await openStore(file, stamp) : await openServerStore({ url: metadataUrl, stamp });
    try {
      await work(store);
    } finally {
      await (metadataUrl === null ? closeStore(store) : store.destroy());
    }
  });
}

async function backUp({ config, version, now, say }: CommandContext, target: string, hasResults: boolean) {
  const { dataFolder, childEntry, metadataUrl } = config;
  if (metadataUrl === null && !existsSync(join(dataFolder, 'metadata.db')))
    throw new BackupError(
      `${dataFolder} holds no metadata.db, so there is nothing to back up. Name the folder with --data.`,
    );
  const make = (takeDatabase: TakeDatabase) =>
    makeBackup({ dataFolder, metadataUrl, target, hasResults, takeDatabase, childEntry, version, now });
  const manifest = (await isServing(dataFolder))
    ? await make(({ id }, take) => withCopyOf({ dataFolder, databaseId: id }, take))
    : await claimed(dataFolder, () => make((database, take) => copyAlone(config, database, take)));
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  say(`The backup is in ${target}: ${manifest.files.length} files, ${(bytes / 1_048_576).toFixed(1)} MB, read whole.`);
}

/** No server runs and none may start meanwhile. */
async function copyAlone(
  { dataFolder, childEntry }: Config,
  { file }: { readonly file: string },
  take: (path: string) => Promise<void>,
): Promise<void> {
  const stagingFolder = join(dataFolder, 'engine', 'staging');
  const path = await withDatabaseFile({ file, childEntry, stagingFolder }, (engine) => engine.copyDatabase());
  await take(path);
}

async function restore({ config, now, say }: CommandContext, backup: string, replaces: boolean): Promise<void> {
  const { dataFolder, childEntry } = config;
  const { manifest, putAside } = await claimed(dataFolder, () =>
    restoreBackup({ backup, dataFolder, replaces, childEntry, now }),
  );
  if (putAside) say(`What was there before is in ${putAside}.`);
  say(`${dataFolder} is as it was on ${manifest.created_on}. Start the server on it.`);
}

async function claimed<T>(dataFolder: string, work: () => Promise<T>): Promise<T> {
  const folder = claimDataFolder(dataFolder, process.pid);
  try {
    return await work();
  } finally {
    folder.release();
  }
}

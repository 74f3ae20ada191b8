import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { engineFolder, findDatabaseFile, isDatabaseFile } from './engines/index.ts';
import { describeWayBack, type Store, StoreError } from './metadata/index.ts';

/** Data without the metadata that describe them: a start would make new ones, and everybody's work would seem gone. */
export function checkMetadataPresent(dataFolder: string): void {
  const file = join(dataFolder, 'metadata.db');
  const folder = join(dataFolder, engineFolder);
  if (!isEmptyFile(file) || !existsSync(folder)) return;
  const held = readdirSync(folder).find((name) => isDatabaseFile(name) && !isEmptyFile(join(folder, name)));
  if (!held) return;
  throw new StoreError(
    `${file} is ${existsSync(file) ? 'empty' : 'missing'}, but ${engineFolder}/${held} holds data that belong to it. ${describeWayBack(file)} To begin anew, move ${folder} away.`,
  );
}

/** Metadata without the data that they describe: a start would make an empty database, and every chart would fail. */
export async function checkDatabasesPresent(
  store: Store,
  { dataFolder, peerUrl }: Pick<Config, 'dataFolder' | 'peerUrl'>,
): Promise<void> {
  // Of several processes none opens these files: they may lie with the one that was alone before.
  if (peerUrl !== null) return;
  const databases = await store
    .selectFrom('databases')
    .select(['id', 'backend', 'sqlalchemy_uri', 'awaits_file'])
    .where((builder) =>
      builder.exists(builder.selectFrom('datasets').select('id').whereRef('datasets.database_id', '=', 'databases.id')),
    )
    .execute();
  for (const database of databases) {
    const name = findDatabaseFile(database);
    const file = name && join(dataFolder, engineFolder, name);
    if (!file) continue;
    const isThere = !isEmptyFile(file);
    if (isThere && database.awaits_file === 1)
      await store.updateTable('databases').set({ awaits_file: 0 }).where('id', '=', database.id).execute();
    // What came from elsewhere had no file here that could be lost.
    if (isThere || database.awaits_file === 1) continue;
    throw new StoreError(
      `${file} is ${existsSync(file) ? 'empty' : 'missing'}, but metadata.db names datasets in it. Put a copy of the file in its place (and the metadata of that day: ${describeWayBack(join(dataFolder, 'metadata.db'))}), or choose another folder with --data.`,
    );
  }
}

function isEmptyFile(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadSecrets } from '../access/index.ts';
import type { Config } from '../config.ts';
import { engineFolder, findDatabaseFile, findOpeningProblem, readSecret } from '../engines/index.ts';
import { isDamage, openForReading, readStoreFacts, type Store, type StoreFacts } from '../metadata/index.ts';
import { type Finding, problem, warning, well } from './findings.ts';

/** What the metadata say, and whether what they name is there. */
export async function lookAtData(config: Config): Promise<readonly Finding[]> {
  const { dataFolder, metadataUrl: url } = config;
  const file = join(dataFolder, 'metadata.db');
  if (url === null && !existsSync(file)) return [warning('There are no metadata yet: the first start makes them.')];
  const findings: Finding[] = [];
  let store: Store | undefined;
  try {
    store = openForReading({ file, url });
    const facts = await readStoreFacts(store, url === null);
    findings.push(lookAtSteps(facts));
    // Tables of another version are read by that version alone.
    if (facts.unknown.length === 0 && facts.pending.length === 0) findings.push(...(await lookAtRows(store, config)));
  } catch (error) {
    findings.push(problem(describe(error, url !== null)));
  } finally {
    await store?.destroy();
  }
  return findings;
}

function describe(error: unknown, isServer: boolean): string {
  if (isServer)
    return 'The metadata server does not answer. Look at POWERSET_METADATA_URL and at the server that it names.';
  if (isDamage(error))
    return 'metadata.db is damaged. Stop the server and put the newest copy of snapshots/ in its place, or take a backup back with powerset restore.';
  return `metadata.db cannot be read (${(error as Error).message}).`;
}

function lookAtSteps({ unknown, pending }: StoreFacts): Finding {
  if (unknown.length > 0)
    return problem(`A newer version wrote the metadata (${unknown.join(', ')}). Start that version.`);
  if (pending.length > 0)
    return warning(
      `The next start brings the metadata up to date (${pending.length} steps), after a copy in snapshots/.`,
    );
  return well('The metadata are whole and of this version.');
}

async function lookAtRows(store: Store, config: Config): Promise<readonly Finding[]> {
  const admin = await store
    .selectFrom('users')
    .innerJoin('held_roles', 'held_roles.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'held_roles.role_id')
    .select('users.id')
    .where('roles.name', '=', 'Admin')
    .where('users.is_active', '=', 1)
    .limit(1)
    .executeTakeFirst();
  const databases = await store.selectFrom('databases').selectAll().execute();
  return [
    admin
      ? well('Somebody may administer.')
      : warning('Nobody may administer yet: open the address that the start prints.'),
    ...databases.flatMap((row) => lookAtDatabase(row, config)),
  ];
}

type DatabaseRow = Parameters<typeof findOpeningProblem>[0] & Parameters<typeof readSecret>[0] & Named;

interface Named {
  readonly database_name: string;
  readonly sqlalchemy_uri: string;
}

function lookAtDatabase(row: DatabaseRow, { dataFolder }: Config): readonly Finding[] {
  const named = `The database ${row.database_name}`;
  const unopened = findOpeningProblem(row);
  if (unopened) return [warning(`${named}: ${unopened}`)];
  const name = findDatabaseFile(row);
  const file = name && join(dataFolder, engineFolder, name);
  if (file && (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0)
    return [problem(`${named} is kept in ${file}, which is missing or empty. Put a copy of it there.`)];
  return [canReadSecret(row, dataFolder) ? well(`${named} is set.`) : problem(`${named}: ${lostKey}`)];
}

const lostKey =
  'its password was encrypted with another secret.key. Put that file back, or enter the password anew under Databases.';

function canReadSecret(row: DatabaseRow, dataFolder: string): boolean {
  // Looking makes no key.
  if (!existsSync(join(dataFolder, 'secret.key'))) return !row.secret;
  try {
    readSecret(row, loadSecrets(dataFolder));
    return true;
  } catch {
    return false;
  }
}

import { type Kysely, sql } from 'kysely';
import { migrate as foundation } from './migrations/0001-foundation.ts';
import { migrate as annotations } from './migrations/0002-annotations.ts';
import { migrate as grantsFollowNames } from './migrations/0003-grants-follow-names.ts';
import { migrate as filterSets } from './migrations/0004-filter-sets.ts';
import { migrate as permissionNumbers } from './migrations/0005-permission-numbers.ts';
import { migrate as peopleAndSchemas } from './migrations/0006-people-and-schemas.ts';
import { migrate as tokenEpochs } from './migrations/0007-token-epochs.ts';
import { migrate as schedules } from './migrations/0008-schedules.ts';
import { migrate as scheduleTables } from './migrations/0009-schedule-tables.ts';
import { migrate as accessRequests } from './migrations/0010-access-requests.ts';
import { migrate as savedQueryVersions } from './migrations/0011-saved-query-versions.ts';
import { migrate as keptFields } from './migrations/0012-kept-fields.ts';
import { migrate as reports } from './migrations/0013-reports.ts';
import { migrate as embeddedDashboards } from './migrations/0018-embedded-dashboards.ts';
import { migrate as cssTemplates } from './migrations/0019-css-templates.ts';
import { migrate as themes } from './migrations/0020-themes.ts';
import { migrate as tags } from './migrations/0021-tags.ts';
import { migrate as groups } from './migrations/0022-groups.ts';
import { migrate as sessionPlaces } from './migrations/0023-session-places.ts';
import { migrate as userIdentities } from './migrations/0024-user-identities.ts';
import { migrate as apiKeys } from './migrations/0025-api-keys.ts';
import { migrate as logIndexes } from './migrations/0026-log-indexes.ts';
import { migrate as trash } from './migrations/0027-trash.ts';
import { migrate as objectVersions } from './migrations/0028-object-versions.ts';
import { migrate as passwordLinks } from './migrations/0029-password-links.ts';
import { migrate as processes } from './migrations/0030-processes.ts';
import { migrate as secondFactors } from './migrations/0031-second-factors.ts';
import { migrate as viewedPeople } from './migrations/0032-viewed-people.ts';
import { migrate as asyncJobs } from './migrations/0033-async-jobs.ts';
import { migrate as runQuestions } from './migrations/0034-run-questions.ts';
import { migrate as signedInBy } from './migrations/0035-signed-in-by.ts';
import { migrate as registrations } from './migrations/0036-registrations.ts';
import { migrate as samlAnswers } from './migrations/0037-saml-answers.ts';
import { migrate as passkeys } from './migrations/0038-passkeys.ts';
import { migrate as sshHostKey } from './migrations/0040-ssh-host-key.ts';
import { migrate as databaseTokens } from './migrations/0043-database-tokens.ts';
import { migrate as agents } from './migrations/0045-agents.ts';
import { migrate as processRoles } from './migrations/0048-process-roles.ts';
import { migrate as largeOrganisations } from './migrations/0050-large-organisations.ts';
import { migrate as metricAlerts } from './migrations/0051-metric-alerts.ts';
import { migrate as awaitedFiles } from './migrations/0053-awaited-files.ts';
import { migrate as dashboardDatasets } from './migrations/0059-dashboard-datasets.ts';
import { migrate as samlSessions } from './migrations/0060-saml-sessions.ts';
import { migrate as datasetFolders } from './migrations/0061-dataset-folders.ts';
import { migrate as catalogs } from './migrations/0062-catalogs.ts';
import { migrate as catalogGrants } from './migrations/0063-catalog-grants.ts';
import { migrate as databaseCatalogs } from './migrations/0064-database-catalogs.ts';
import { migrate as datetimeFormats } from './migrations/0065-datetime-formats.ts';
import { StoreError } from './store-error.ts';
import type { Store } from './tables.ts';

/** One step of the store's tables to the next version. */
export interface Migration {
  readonly name: string;
  readonly migrate: (db: Kysely<unknown>) => Promise<void>;
}

export const allMigrations: readonly Migration[] = [
  { name: '0001-foundation', migrate: foundation },
  { name: '0002-annotations', migrate: annotations },
  { name: '0003-grants-follow-names', migrate: grantsFollowNames },
  { name: '0004-filter-sets', migrate: filterSets },
  { name: '0005-permission-numbers', migrate: permissionNumbers },
  { name: '0006-people-and-schemas', migrate: peopleAndSchemas },
  { name: '0007-token-epochs', migrate: tokenEpochs },
  { name: '0008-schedules', migrate: schedules },
  { name: '0009-schedule-tables', migrate: scheduleTables },
  { name: '0010-access-requests', migrate: accessRequests },
  { name: '0011-saved-query-versions', migrate: savedQueryVersions },
  { name: '0012-kept-fields', migrate: keptFields },
  { name: '0013-reports', migrate: reports },
  { name: '0018-embedded-dashboards', migrate: embeddedDashboards },
  { name: '0019-css-templates', migrate: cssTemplates },
  { name: '0020-themes', migrate: themes },
  { name: '0021-tags', migrate: tags },
  { name: '0022-groups', migrate: groups },
  { name: '0023-session-places', migrate: sessionPlaces },
  { name: '0024-user-identities', migrate: userIdentities },
  { name: '0025-api-keys', migrate: apiKeys },
  { name: '0026-log-indexes', migrate: logIndexes },
  { name: '0027-trash', migrate: trash },
  { name: '0028-object-versions', migrate: objectVersions },
  { name: '0029-password-links', migrate: passwordLinks },
  { name: '0030-processes', migrate: processes },
  { name: '0031-second-factors', migrate: secondFactors },
  { name: '0032-viewed-people', migrate: viewedPeople },
  { name: '0033-async-jobs', migrate: asyncJobs },
  { name: '0034-run-questions', migrate: runQuestions },
  { name: '0035-signed-in-by', migrate: signedInBy },
  { name: '0036-registrations', migrate: registrations },
  { name: '0037-saml-answers', migrate: samlAnswers },
  { name: '0038-passkeys', migrate: passkeys },
  { name: '0040-ssh-host-key', migrate: sshHostKey },
  { name: '0043-database-tokens', migrate: databaseTokens },
  { name: '0045-agents', migrate: agents },
  { name: '0048-process-roles', migrate: processRoles },
  { name: '0050-large-organisations', migrate: largeOrganisations },
  { name: '0051-metric-alerts', migrate: metricAlerts },
  { name: '0053-awaited-files', migrate: awaitedFiles },
  { name: '0059-dashboard-datasets', migrate: dashboardDatasets },
  { name: '0060-saml-sessions', migrate: samlSessions },
  { name: '0061-dataset-folders', migrate: datasetFolders },
  { name: '0062-catalogs', migrate: catalogs },
  { name: '0063-catalog-grants', migrate: catalogGrants },
  { name: '0064-database-catalogs', migrate: databaseCatalogs },
  { name: '0065-datetime-formats', migrate: datetimeFormats },
];

export interface MigrationRun {
  readonly store: Store;
  readonly stamp: () => string;
  readonly migrations: readonly Migration[];
  /** Called before tables that hold something are changed. */
  readonly keepCopy?: () => Promise<void>;
}

/** Brings the store's tables up to date; a store that a newer version wrote is refused. */
export async function applyMigrations({ store, stamp, migrations, keepCopy }: MigrationRun): Promise<void> {
  await sql`create table if not exists schema_migrations (name text primary key, applied_on text not null)`.execute(
    store,
  );
  const applied = await sql<{ name: string }>`select name from schema_migrations`.execute(store);
  const names = new Set(applied.rows.map((row) => row.name));
  const unknown = [...names].filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    throw new StoreError(
      `The data folder was written by a newer version (${unknown.join(', ')}). Start that version, or another data folder.`,
    );
  }
  const pending = migrations.filter((migration) => !names.has(migration.name));
  if (pending.length === 0) return;
  if (names.size > 0) await keepCopy?.();
  for (const migration of pending) await apply(store, migration, stamp());
}

/** All of a step or nothing of it, whenever the process ends. */
async function apply(store: Store, { name, migrate }: Migration, stamp: string): Promise<void> {
  try {
    await store.transaction().execute(async (transaction) => {
      await migrate(transaction as unknown as Kysely<unknown>);
      await sql`insert into schema_migrations (name, applied_on) values (${name}, ${stamp})`.execute(transaction);
    });
  } catch (error) {
    throw new StoreError(
      `The data could not be brought up to date (${name}: ${(error as Error).message}). They are as they were before; the version that wrote them can go on with them.`,
      { cause: error },
    );
  }
}

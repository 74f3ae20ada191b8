import { defaultCatalogOf, findCatalogProblem, findDatabaseKind, otherCatalogOf } from '../../engines/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { PlannedDatabases } from './plan-databases.ts';
import type { Problems } from './problems.ts';

interface NamedCatalog {
  readonly file: string;
  readonly databaseUuid: string | null | undefined;
  readonly catalog: string | null | undefined;
}

/** A database as it will be after the import. */
function databaseAfter({ known, writes, rows }: PlannedDatabases, given: string) {
  const uuid = given.toLowerCase();
  const row = rows.get(known.get(uuid) ?? -1);
  const written = writes.find((write) => write.uuid === uuid)?.value;
  return row || written ? { backend: '', sqlalchemy_uri: '', ...row, ...written } : undefined;
}

/** The catalog that a file names, where its database can read it or cannot be opened here at all; else it is told. */
export function toReadableCatalog(
  databases: PlannedDatabases,
  problems: Problems,
  { file, databaseUuid, catalog }: NamedCatalog,
): string | null {
  const database = databaseUuid ? databaseAfter(databases, databaseUuid) : undefined;
  const problem = catalog && database ? findCatalogProblem(database, catalog) : null;
  if (problem) problems.warn(`${file}: \`catalog\` is not known here and was left out (${catalog}): ${problem}`);
  return catalog && !problem ? catalog : null;
}

/** The same as datasets keep it: null for the one that the connection opens. */
export function toKeptCatalog(databases: PlannedDatabases, problems: Problems, named: NamedCatalog): string | null {
  const catalog = toReadableCatalog(databases, problems, named);
  const database = named.databaseUuid ? databaseAfter(databases, named.databaseUuid) : undefined;
  return database ? otherCatalogOf(database, catalog) : catalog;
}

/** What the file of a dataset says; nothing where catalogs are no part of its tables' names. */
export function toFileCatalog(
  { catalog }: Pick<Row<'datasets'>, 'catalog'>,
  database: Pick<Row<'databases'>, 'backend' | 'sqlalchemy_uri'>,
): { readonly catalog?: string } {
  const names = findDatabaseKind(database.backend)?.namesCatalogs === true;
  const named = catalog ?? (names ? defaultCatalogOf(database) : null);
  return named === null ? {} : { catalog: named };
}

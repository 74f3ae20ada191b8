/** A kind of database that can be connected, as pickers and forms need it. */
export interface DatabaseKind {
  readonly name: string;
  /** The first part of its URIs. */
  readonly backend: string;
  readonly driver: string;
  readonly uriPlaceholder: string;
  readonly defaultSchema: string;
  readonly canUploadFiles: boolean;
  /** Says what is wrong with a URI of this kind, or false. */
  readonly findUriProblem: (uri: string) => string | false;
  /** A query for the names of the functions it has, in one column. */
  readonly functionNamesSql: string;
}

const embeddedFile = /^duckdb:\/\/\/[\w-]{1,100}\.duckdb$/;

const embedded: DatabaseKind = {
  name: 'DuckDB',
  backend: 'duckdb',
  driver: 'duckdb',
  uriPlaceholder: 'duckdb:///name.duckdb',
  defaultSchema: 'main',
  canUploadFiles: true,
  findUriProblem: (uri) =>
    embeddedFile.test(uri)
      ? false
      : 'The file must be a plain name that ends in .duckdb, for example duckdb:///sales.duckdb. It is kept in the data folder.',
  functionNamesSql:
    "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN ('scalar', 'aggregate') " +
    "AND regexp_full_match(function_name, '[a-z][a-z0-9_]*') ORDER BY 1",
};

/** Every kind that this installation can open, preferred ones first. */
export const databaseKinds: readonly DatabaseKind[] = [embedded];

export function findDatabaseKind(backend: string): DatabaseKind | undefined {
  return databaseKinds.find((kind) => kind.backend === backend);
}

/** The database that every installation has. */
export const embeddedDatabase = {
  name: 'Powerset',
  backend: embedded.backend,
  uri: 'duckdb:///powerset.duckdb',
} as const;

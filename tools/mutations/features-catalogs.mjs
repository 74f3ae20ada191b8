/** Of catalogs beside the one that a connection opens. */
const server = 'apps/server/src';
const test = `${server}/features/databases/other-catalogs.test.ts`;
const services = `${server}/features/databases/service-catalogs.test.ts`;
const databases = `${server}/engines/postgresql/databases.test.ts`;
const kept = `${server}/features/bundles/catalogs.test.ts`;

export const catalogFeatures = [
  {
    ...{ file: `${server}/catalog/table-access.ts`, test },
    title: 'reads no more by a dataset of the same table in another catalog',
    what: 'a dataset opens the table of its name in every catalog',
    find: "    isSame(dataset.catalog ?? '', table.catalog ?? '') &&\n",
    put: '',
  },
  {
    ...{ file: `${server}/engines/warehouse/other-catalogs.ts`, test },
    title: 'reads no more by a dataset of the same table in another catalog',
    what: 'a table of another catalog passes for one of the own',
    find: 'const isOwn = catalog === (others?.own ?? chosen);',
    put: 'const isOwn = true;',
  },
  {
    ...{ file: `${server}/access/policy.ts`, test },
    title: 'by no way the one of that name in',
    what: 'a grant on a schema opens the one of that name in every catalog',
    find: 'return catalog === null ?',
    put: 'return true ?',
  },
  {
    ...{ file: `${server}/answers/prepared-questions.ts`, test },
    title: 'makes datasets of the same table of each, with answers of their own',
    what: 'what was answered of one catalog is answered of another',
    find: '    dataset.catalog ?? null,\n',
    put: '',
  },
  {
    ...{ file: `${server}/features/security/schema-reader.ts`, test },
    title: 'may be told by a catalog that is granted before a dataset names one',
    what: 'catalogs without a dataset cannot be granted',
    find: 'database_catalogs: await listOtherCatalogs(store, databaseId, engine),',
    put: 'database_catalogs: [],',
  },
  {
    ...{ file: `${server}/moving-over/movers/grants.ts`, test: `${server}/moving-over/moving-over.test.ts` },
    title: 'gives the schemas that are known there for the catalog that a connection opens',
    what: 'access to the own catalog is lost where it moves over',
    find: "grant.permission === 'catalog_access' ? ownerOfOwnCatalog",
    put: "grant.permission === 'no_access' ? ownerOfOwnCatalog",
  },
  {
    ...{
      file: 'apps/web/src/features/new-dataset/table-place.ts',
      test: 'apps/web/src/features/new-dataset/table-place.test.ts',
    },
    title: 'takes a dataset of the same table in another catalog for none of this one',
    what: 'a table is taken for a dataset of another catalog',
    find: 'row.catalog === (catalog ?? null)',
    put: 'row.catalog !== undefined',
  },
  {
    ...{ file: `${server}/features/sql-editor/estimate.ts`, test },
    title: 'reads no more by a dataset of the same table in another catalog',
    what: 'what a query of a closed catalog costs is told',
    find: 'const permitted = await permitText(services, { user, database, engine, tables, schema });',
    put: 'const permitted = (void [permitText, database, tables], engine);',
  },
  {
    ...{ file: `${server}/engines/warehouse/other-catalogs.ts`, test },
    title: 'never what tells of the server',
    what: 'the catalog that tells of the server is read',
    find: "return catalog === 'system';",
    put: "return catalog === '';",
  },
  {
    ...{ file: `${server}/features/bundles/catalogs.ts`, test: kept },
    title: 'is kept where it is the one that the connection opens',
    what: 'files of datasets say no catalog',
    find: 'return named === null ? {} : { catalog: named };',
    put: 'return {};',
  },
  {
    ...{ file: `${server}/catalog/settle-catalogs.ts`, test: kept },
    title: 'is forgotten where the database moves to an engine that reads one alone',
    what: 'datasets keep a catalog that nothing reads any more',
    find: 'if (settled.length > 0)',
    put: 'if (settled.length < 0)',
  },
  {
    ...{ file: `${server}/engines/bigquery/open.ts`, test: services },
    title: 'reads the one that is chosen, or that a text names, and no other',
    what: 'a dataset that is named alone lies in the project that pays',
    find: 'return otherProject ? withProject(statement, otherProject) : statement.text;',
    put: "return otherProject === '' ? withProject(statement, otherProject) : statement.text;",
  },
  {
    ...{ file: `${server}/engines/bigquery/open.ts`, test: services },
    title: 'reads the one that is chosen, or that a text names, and no other',
    what: 'a project is read by its number',
    find: 'isClosed: (name) => !projectId.test(name)',
    put: 'isClosed: (name) => name === projectId.source',
  },
  {
    ...{ file: `${server}/engines/snowflake/open.ts`, test: services },
    title: 'lists them but what tells of the server',
    what: "a database that only quotes keep passes for another's",
    find: 'database !== withoutCase(database)',
    put: "withoutCase(database) === ''",
  },
  {
    ...{ file: `${server}/engines/snowflake/client.ts`, test: services },
    title: 'makes datasets of the same table of each, with answers of their own',
    what: 'the own database of Snowflake is asked for each',
    find: 'return new Connection({ ...this.settings, database }',
    put: 'return new Connection({ ...this.settings, database: database && this.settings.database }',
  },
  {
    ...{ file: `${server}/engines/databricks/client.ts`, test: services },
    title: 'makes datasets of the same table of each, with answers of their own',
    what: 'the own catalog of Databricks is asked for each',
    find: 'return new Connection({ ...this.settings, catalog }',
    put: 'return new Connection({ ...this.settings, catalog: catalog && this.settings.catalog }',
  },
  {
    ...{ file: `${server}/engines/warehouse/open.ts`, test: services },
    title: 'reads its own alone once its settings do not allow more',
    what: 'other catalogs are read whatever the settings say',
    find: 'return readsOthers ? warehouse : { ...warehouse, others: undefined };',
    put: 'return readsOthers === null ? { ...warehouse, others: undefined } : warehouse;',
  },
  {
    ...{ file: `${server}/engines/postgresql/databases.ts`, test: databases },
    title: 'are never more than may be',
    what: 'a server of many databases is held by a pool for each',
    find: 'this.others.size >= mostOtherPools',
    put: 'this.others.size >= 10 * mostOtherPools',
  },
  {
    ...{ file: `${server}/engines/postgresql/open.ts`, test: databases },
    title: 'another is refused, in short texts and in long ones',
    what: 'a table of any database may be named',
    find: 'if (database !== here) throw ofAnotherDatabase(table);',
    put: 'if (database !== here && table === here) throw ofAnotherDatabase(table);',
  },
  {
    ...{ file: `${server}/engines/postgresql/analysis.ts`, test: databases },
    title: 'has the database in which the engine is',
    what: 'a table of another database passes for one of the own',
    find: 'if (catalog === null) return { ...statement, tables };',
    put: 'if (catalog !== undefined) return { ...statement, tables };',
  },
  {
    ...{ file: `${server}/catalog/catalog-filter.ts`, test: kept },
    title: 'is filtered by in lists, and told as a value to choose',
    what: 'rows of the own catalog are not found by its name',
    find: 'if (idsByName.size === 0) return kept;',
    put: 'if (idsByName.size > 0) return kept;',
  },
];

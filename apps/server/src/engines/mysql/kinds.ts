import type { DatabaseKind } from '../database-kind.ts';
import { optionOf, serverFields, toServerUri } from '../server-form.ts';
import { foldCatalog } from './catalog-names.ts';
import { memberOf } from './families.ts';
import { findUriProblem, fromUri, sslOptionOf } from './uri.ts';

interface Naming {
  readonly name: string;
  readonly backend: string;
  readonly otherBackends?: readonly string[];
}

function kindOf({ name, backend, otherBackends }: Naming): DatabaseKind {
  const member = memberOf(backend);
  const { usualPort, usualCatalog } = member;
  const hasCatalogs = usualCatalog !== null;
  const fields = serverFields(usualPort);
  const place = { type: 'string', description: 'Database name, or catalog.database' } as const;
  return {
    name,
    backend,
    aliases: [],
    ...(otherBackends ? { otherBackends } : {}),
    driver: 'mysql2',
    uriPlaceholder: `${backend}://user:password@host:port/${hasCatalogs ? '[catalog.]dbname' : 'dbname'}[?key=value&key=value...]`,
    // A schema is what these servers call a database.
    defaultSchemaOf: (uri) => fromUri(uri).database,
    defaultCatalogOf: (uri) => fromUri(uri).catalog ?? usualCatalog,
    ...(hasCatalogs
      ? { namesCatalogs: true, readsOtherCatalogs: true, foldCatalog: (name: string) => foldCatalog(member, name) }
      : {}),
    tellsCaseApart: 'depends',
    canUploadFiles: false,
    isExclusive: false,
    isEmbedded: false,
    canTunnel: true,
    takesClientCertificates: true,
    fields: {
      ...fields,
      ...(hasCatalogs ? { database: place } : {}),
      query: {
        type: 'object',
        description: 'Additional parameters: ssl_mode may be REQUIRED, VERIFY_CA or VERIFY_IDENTITY',
      },
    },
    requiredFields: ['host', 'port', 'database', 'username'],
    findUriProblem,
    tlsModeOf: (uri) => fromUri(uri).sslMode,
    toUri: (parameters) => {
      const named = optionOf(parameters, 'ssl_mode');
      const usual = parameters.encryption === true ? sslOptionOf('require') : '';
      return `${toServerUri(backend, parameters)}${named === undefined ? usual : `?ssl_mode=${named}`}`;
    },
    toParameters: (uri) => {
      const { user, sslMode, catalog, database, ...parts } = fromUri(uri);
      const query =
        sslMode === 'disable' || sslMode === 'require' ? {} : { ssl_mode: sslOptionOf(sslMode).split('=')[1] };
      const path = catalog === undefined ? database : `${catalog}.${database}`;
      return { ...parts, database: path, username: user, encryption: sslMode !== 'disable', query };
    },
    functionNamesSql: null,
  };
}

export const mysqlKinds: readonly DatabaseKind[] = [
  kindOf({ name: 'MySQL', backend: 'mysql' }),
  kindOf({ name: 'MariaDB', backend: 'mariadb' }),
];

/** Servers that speak like MySQL, by the names that the reference has for them. */
export const mysqlMembers: readonly DatabaseKind[] = [
  kindOf({ name: 'StarRocks', backend: 'starrocks' }),
  kindOf({ name: 'Apache Doris', backend: 'pydoris', otherBackends: ['doris'] }),
  kindOf({ name: 'TiDB', backend: 'tidb' }),
];

import type { DatabaseKind } from '../database-kind.ts';
import { optionOf, serverFields, toServerUri } from '../server-form.ts';
import { familyOfBackend } from './families.ts';
import { findUriProblem, fromUri, usualPortOf } from './uri.ts';

interface Naming {
  readonly name: string;
  readonly backend: string;
  /** The driver that the reference names in its addresses, where it always does. */
  readonly namedDriver?: string;
  readonly aliases?: readonly string[];
  readonly tellsCaseApart?: DatabaseKind['tellsCaseApart'];
}

function kindOf({ name, backend, namedDriver, aliases = [], tellsCaseApart = true }: Naming): DatabaseKind {
  const { usualSslMode, databasesSql } = familyOfBackend(backend);
  const encrypted = usualSslMode === 'disable' ? 'require' : usualSslMode;
  const scheme = namedDriver ? `${backend}+${namedDriver}` : backend;
  return {
    name,
    backend,
    aliases,
    driver: 'pg',
    uriPlaceholder: `${scheme}://user:password@host:port/dbname[?key=value&key=value...]`,
    defaultSchemaOf: () => 'public',
    defaultCatalogOf: (uri) => fromUri(uri).database,
    ...(databasesSql === null ? {} : { readsOtherCatalogs: true as const }),
    tellsCaseApart,
    canUploadFiles: false,
    isExclusive: false,
    isEmbedded: false,
    canTunnel: true,
    takesClientCertificates: true,
    fields: {
      ...serverFields(usualPortOf(backend)),
      query: { type: 'object', description: 'Additional parameters: sslmode may be require, verify-ca or verify-full' },
    },
    requiredFields: ['host', 'port', 'database', 'username'],
    findUriProblem,
    tlsModeOf: (uri) => fromUri(uri).sslMode,
    toUri: (parameters) => {
      const chosen = parameters.encryption === true ? encrypted : 'disable';
      const mode = optionOf(parameters, 'sslmode') ?? (chosen === usualSslMode ? undefined : chosen);
      return `${toServerUri(scheme, parameters)}${mode === undefined ? '' : `?sslmode=${mode}`}`;
    },
    toParameters: (uri) => {
      const { user, sslMode, ...parts } = fromUri(uri);
      const query = sslMode === 'disable' || sslMode === encrypted ? {} : { sslmode: sslMode };
      return { ...parts, username: user, encryption: sslMode !== 'disable', query };
    },
    functionNamesSql: null,
  };
}

export const postgresqlKind = kindOf({ name: 'PostgreSQL', backend: 'postgresql', aliases: ['postgres'] });

/** Servers that speak like PostgreSQL, by the names that the reference has for them; those that are it come last. */
export const postgresqlMembers: readonly DatabaseKind[] = [
  // Names of columns are folded there, quoted ones too, unless a setting says otherwise.
  kindOf({ name: 'Amazon Redshift', backend: 'redshift', namedDriver: 'psycopg2', tellsCaseApart: 'depends' }),
  kindOf({ name: 'CockroachDB', backend: 'cockroachdb' }),
  kindOf({ name: 'TimescaleDB', backend: 'timescaledb' }),
  kindOf({ name: 'YugabyteDB', backend: 'yugabytedb' }),
  kindOf({ name: 'Greenplum', backend: 'greenplum' }),
  kindOf({ name: 'Hologres', backend: 'hologres', namedDriver: 'psycopg2' }),
];

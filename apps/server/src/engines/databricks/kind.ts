import { clientSecretOption } from '../client-secret-option.ts';
import type { DatabaseKind } from '../database-kind.ts';
import { findUriProblem, fromUri } from './uri.ts';

export const databricksKind: DatabaseKind = {
  name: 'Databricks',
  backend: 'databricks',
  aliases: [],
  driver: 'databricks-sql-python',
  uriPlaceholder: 'databricks://token:access_token@host:443/schema?http_path=/sql/1.0/warehouses/id&catalog=value',
  defaultSchemaOf: (uri) => fromUri(uri).schema,
  defaultCatalogOf: (uri) => fromUri(uri).catalog,
  namesCatalogs: true,
  readsOtherCatalogs: true,
  tellsCaseApart: false,
  canUploadFiles: false,
  isExclusive: false,
  isEmbedded: false,
  fields: {
    host: { type: 'string', description: 'Host of the workspace' },
    port: { type: 'integer', description: 'Port', default: 443, minimum: 1, maximum: 65535 },
    access_token: { type: 'string', title: 'Access token', format: 'password', description: 'A personal access token' },
    http_path_field: {
      type: 'string',
      title: 'HTTP path',
      description: 'Path of a SQL warehouse, /sql/1.0/warehouses/…',
    },
    default_catalog: { type: 'string', title: 'Default catalog', description: 'Catalog whose tables are read' },
    default_schema: {
      type: 'string',
      title: 'Default schema',
      description: 'Schema of tables that are named without one',
    },
  },
  requiredFields: ['host', 'access_token', 'http_path_field'],
  findUriProblem,
  toUri: (parameters) => {
    const {
      host,
      port,
      access_token: token,
      http_path_field: path,
      default_catalog: catalog,
      default_schema: schema,
    } = parameters;
    const secret = typeof token === 'string' && token !== '' ? `:${encodeURIComponent(token)}` : '';
    const options = new URLSearchParams({
      http_path: String(path ?? ''),
      ...(catalog ? { catalog: String(catalog) } : {}),
      ...(schema ? { schema: String(schema) } : {}),
    });
    return `databricks://token${secret}@${String(host ?? '').trim()}:${String(port || 443)}?${options}`;
  },
  toParameters: (uri) => {
    const { host, port, token, warehouse, catalog, schema } = fromUri(uri);
    return {
      ...{ host, port, access_token: token, http_path_field: `/sql/1.0/warehouses/${warehouse}` },
      ...{ default_catalog: catalog, default_schema: schema },
    };
  },
  secretOptions: [clientSecretOption],
  isReadable: (uri) => !fromUri(uri).isEncrypted,
  personalSignIn: (uri) => {
    const { host } = fromUri(uri);
    return {
      authorizationUri: `https://${host}/oidc/v1/authorize`,
      tokenUri: `https://${host}/oidc/v1/token`,
      scope: 'sql offline_access',
    };
  },
  functionNamesSql: null,
};

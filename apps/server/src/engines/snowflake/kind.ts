import { clientSecretOption } from '../client-secret-option.ts';
import type { DatabaseKind } from '../database-kind.ts';
import { findUriProblem, fromUri, withoutCase } from './uri.ts';

export const snowflakeKind: DatabaseKind = {
  name: 'Snowflake',
  backend: 'snowflake',
  aliases: [],
  driver: 'snowflake',
  uriPlaceholder: 'snowflake://user:token@account/database/schema?warehouse=value&role=value',
  defaultSchemaOf: (uri) => fromUri(uri).schema,
  defaultCatalogOf: (uri) => fromUri(uri).database,
  namesCatalogs: true,
  readsOtherCatalogs: true,
  foldCatalog: withoutCase,
  tellsCaseApart: true,
  canUploadFiles: false,
  isExclusive: false,
  isEmbedded: false,
  fields: {
    account: { type: 'string', title: 'Account', description: 'Identifier of the account, for example org-name' },
    username: { type: 'string', description: 'Username' },
    password: {
      ...{ type: 'string', title: 'Access token', format: 'password', nullable: true },
      description: 'A programmatic access token; empty where a private key signs in',
    },
    private_key: {
      ...{ type: 'string', title: 'Private key', format: 'secret-text' },
      description: 'The private key of the user, in PEM, where no access token is given',
    },
    private_key_passphrase: {
      ...{ type: 'string', title: 'Passphrase of the private key', format: 'password' },
      description: 'The passphrase of the private key, where it has one',
    },
    database: { type: 'string', description: 'Database, or database/schema' },
    warehouse: { type: 'string', title: 'Warehouse', description: 'Warehouse that runs the queries' },
    role: { type: 'string', title: 'Role', description: 'Role in which queries run' },
  },
  requiredFields: ['account', 'username', 'database'],
  findUriProblem,
  toUri: ({ account, username, password, database, warehouse, role }) => {
    const secret = typeof password === 'string' && password !== '' ? `:${encodeURIComponent(password)}` : '';
    const path = String(database ?? '')
      .split('/')
      .map(encodeURIComponent)
      .join('/');
    const options = new URLSearchParams({
      ...(warehouse ? { warehouse: String(warehouse) } : {}),
      ...(role ? { role: String(role) } : {}),
    });
    const query = options.size > 0 ? `?${options}` : '';
    return `snowflake://${encodeURIComponent(String(username ?? ''))}${secret}@${String(account ?? '').trim()}/${path}${query}`;
  },
  toParameters: (uri) => {
    const { account, user, password, database, schema, warehouse, role } = fromUri(uri);
    const place = schema === 'public' ? database : `${database}/${schema}`;
    return { account, username: user, password, database: place, warehouse: warehouse ?? '', role: role ?? '' };
  },
  // The names are those of the reference's driver.
  secretOptions: ['auth_params.privatekey_body', 'auth_params.privatekey_pass', clientSecretOption],
  isReadable: (uri) => !fromUri(uri).isEncrypted,
  personalSignIn: (uri) => {
    const { host, role } = fromUri(uri);
    return {
      authorizationUri: `https://${host}/oauth/authorize`,
      tokenUri: `https://${host}/oauth/token-request`,
      scope: role ? `refresh_token session:role:${role}` : 'refresh_token',
      isBasic: true,
    };
  },
  toSecretOptions: ({ private_key: body, private_key_passphrase: pass }) => {
    if (typeof body !== 'string' || body.trim() === '') return null;
    return {
      auth_method: 'keypair',
      auth_params: { privatekey_body: body, ...(pass ? { privatekey_pass: String(pass) } : {}) },
    };
  },
  functionNamesSql: null,
};

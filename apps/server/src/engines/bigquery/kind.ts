import { clientSecretOption } from '../client-secret-option.ts';
import type { DatabaseKind } from '../database-kind.ts';
import { findUriProblem, fromUri } from './uri.ts';

export const bigqueryKind: DatabaseKind = {
  name: 'Google BigQuery',
  backend: 'bigquery',
  aliases: [],
  driver: 'bigquery',
  uriPlaceholder: 'bigquery://project[/dataset][?location=value&maximum_bytes_billed=value]',
  defaultSchemaOf: (uri) => fromUri(uri).dataset,
  defaultCatalogOf: (uri) => fromUri(uri).project.toLowerCase(),
  foldCatalog: (name) => name.toLowerCase(),
  namesCatalogs: true,
  readsOtherCatalogs: true,
  tellsCaseApart: true,
  canUploadFiles: false,
  isExclusive: false,
  isEmbedded: false,
  fields: {
    credentials_info: {
      ...{ type: 'string', title: 'Service account key', format: 'secret-text' },
      description: 'The JSON key file of a service account',
    },
    project: { type: 'string', title: 'Project', description: 'Id of the project; that of the key where it is empty' },
    database: { type: 'string', title: 'Dataset', description: 'Dataset of tables that are named without one' },
    query: { type: 'object', description: 'Additional parameters: location, maximum_bytes_billed' },
  },
  requiredFields: [],
  findUriProblem,
  toUri: (parameters) => {
    const { project, database, query } = parameters;
    const options = new URLSearchParams(
      Object.entries(isRecord(query) ? query : {}).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const name = String(project || (keyOf(parameters.credentials_info)?.project_id ?? ''));
    const path = database ? `/${encodeURIComponent(String(database))}` : '';
    return `bigquery://${name}${path}${options.size > 0 ? `?${options}` : ''}`;
  },
  toParameters: (uri) => {
    const { project, dataset } = fromUri(uri);
    const query = Object.fromEntries(new URLSearchParams(uri.split('?')[1] ?? ''));
    return { project, database: dataset, query };
  },
  secretOptions: ['credentials_info.private_key', clientSecretOption],
  isReadable: (uri) => fromUri(uri).endpoint.protocol === 'http:',
  personalSignIn: () => ({
    // Without these words the provider gives no token by which another one is had later.
    authorizationUri: 'https://accounts.google.com/o/oauth2/v2/auth?access_type=offline&prompt=consent',
    tokenUri: 'https://oauth2.googleapis.com/token',
    scope: 'https://www.googleapis.com/auth/bigquery',
  }),
  toSecretOptions: (parameters) => {
    const key = keyOf(parameters.credentials_info);
    return key && { credentials_info: key };
  },
  functionNamesSql: null,
};

/** A key file as clients send it: as an object, or as the text of one. */
export function keyOf(given: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof given !== 'string') return isRecord(given) ? given : null;
  if (given.trim() === '') return null;
  try {
    const read: unknown = JSON.parse(given);
    // Whoever signs in says what is wrong with it.
    return isRecord(read) ? read : { unreadable: true };
  } catch {
    return { unreadable: true };
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

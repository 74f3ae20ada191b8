import { keyOf } from '../bigquery/index.ts';
import type { DatabaseKind } from '../database-kind.ts';
import { findSheetsProblem } from './named-sheets.ts';
import { findUriProblem } from './uri.ts';

/** Sheets of Google's documents, each a table by the name that it is given here. */
export const sheetsKind: DatabaseKind = {
  name: 'Google Sheets',
  backend: 'gsheets',
  aliases: [],
  driver: 'apsw',
  uriPlaceholder: 'gsheets://',
  defaultSchemaOf: () => 'main',
  tellsCaseApart: false,
  canUploadFiles: false,
  isExclusive: false,
  // First rows may have to be fetched.
  isEmbedded: false,
  fields: {
    catalog: {
      ...{ type: 'object', title: 'Sheets', format: 'addresses' },
      description: 'Addresses of sheets by the names of their tables',
    },
    service_account_info: {
      ...{ type: 'string', title: 'Service account key', format: 'secret-text', nullable: true },
      description: 'The JSON key file of a service account, for sheets that are not public',
    },
    query: { type: 'object', description: 'Additional parameters: api_endpoint' },
  },
  requiredFields: ['catalog'],
  findUriProblem,
  toUri: ({ query }) => {
    const endpoint = isRecord(query) ? query.api_endpoint : undefined;
    return endpoint === undefined
      ? 'gsheets://'
      : `gsheets://?${new URLSearchParams({ api_endpoint: String(endpoint) })}`;
  },
  toParameters: (uri, extra) => {
    const params = isRecord(extra?.engine_params) ? extra.engine_params : {};
    const query = Object.fromEntries(new URLSearchParams(uri.split('?')[1] ?? ''));
    return { catalog: isRecord(params.catalog) ? params.catalog : {}, query };
  },
  toExtra: ({ catalog }, extra) => {
    const params = isRecord(extra.engine_params) ? extra.engine_params : {};
    return { ...extra, engine_params: { ...params, catalog } };
  },
  findExtraProblem: findSheetsProblem,
  secretOptions: ['service_account_info.private_key'],
  toSecretOptions: ({ service_account_info: given }) => {
    const key = keyOf(given);
    return key && { service_account_info: key };
  },
  functionNamesSql: null,
};

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

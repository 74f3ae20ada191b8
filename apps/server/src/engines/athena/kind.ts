import type { DatabaseKind } from '../database-kind.ts';
import { findUriProblem, fromUri } from './uri.ts';

export const athenaKind: DatabaseKind = {
  name: 'Amazon Athena',
  backend: 'awsathena',
  aliases: [],
  driver: 'rest',
  uriPlaceholder:
    'awsathena+rest://key:secret@athena.region.amazonaws.com/schema?s3_staging_dir=value&work_group=value',
  defaultSchemaOf: (uri) => fromUri(uri).schema,
  defaultCatalogOf: (uri) => fromUri(uri).catalog,
  tellsCaseApart: false,
  canUploadFiles: false,
  isExclusive: false,
  isEmbedded: false,
  fields: {
    region: { type: 'string', title: 'Region', description: 'Region of the service, for example eu-west-1' },
    username: { type: 'string', title: 'Access key', description: 'Id of the access key' },
    password: {
      type: 'string',
      title: 'Secret of the access key',
      format: 'password',
      description: 'Secret of the access key',
    },
    database: { type: 'string', title: 'Default schema', description: 'Schema of tables that are named without one' },
    s3_staging_dir: {
      type: 'string',
      title: 'Folder of results',
      description: 'Where the service writes results, s3://bucket/folder/',
    },
    work_group: { type: 'string', title: 'Work group', description: 'Work group that runs the queries' },
    query: { type: 'object', description: 'Additional parameters: catalog_name' },
  },
  requiredFields: ['region', 'username', 'password'],
  findUriProblem,
  toUri: ({ region, username, password, database, s3_staging_dir: folder, work_group: group, query }) => {
    const given = typeof query === 'object' && query !== null ? query : {};
    const options = new URLSearchParams([
      ...Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]),
      ...(folder ? [['s3_staging_dir', String(folder)]] : []),
      ...(group ? [['work_group', String(group)]] : []),
    ] as [string, string][]);
    const sign = `${encodeURIComponent(String(username ?? ''))}:${encodeURIComponent(String(password ?? ''))}`;
    const path = database ? `/${encodeURIComponent(String(database))}` : '';
    return `awsathena+rest://${sign}@athena.${String(region ?? '').trim()}.amazonaws.com${path}${options.size > 0 ? `?${options}` : ''}`;
  },
  toParameters: (uri) => {
    const { region, accessKeyId, secretKey, schema, outputLocation, workGroup } = fromUri(uri);
    const {
      s3_staging_dir: _,
      work_group: __,
      ...query
    } = Object.fromEntries(new URLSearchParams(uri.split('?')[1] ?? ''));
    return {
      ...{ region, username: accessKeyId, password: secretKey, database: schema, query },
      ...{ s3_staging_dir: outputLocation ?? '', work_group: workGroup },
    };
  },
  functionNamesSql: null,
};

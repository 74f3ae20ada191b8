import type { DatabaseKind, ParameterField } from '../database-kind.ts';
import { findFilesProblem, findStorageProblem, fromFilesUri, fromStorageUri } from './uri.ts';

/** The secret option that says where the catalog of a DuckLake is kept, and the form's field of the same name. */
export const catalogOption = 'ducklake_catalog';

const catalogField: ParameterField = {
  ...{ type: 'string', title: 'Catalog of a DuckLake', format: 'password', nullable: true },
  description: 'Where a PostgreSQL server keeps the catalog of these files: postgresql://user:password@host/database',
};
const catalogOptions: Pick<DatabaseKind, 'secretOptions' | 'toSecretOptions'> = {
  secretOptions: [catalogOption],
  toSecretOptions: ({ [catalogOption]: given }) => {
    const uri = String(given ?? '').trim();
    return uri === '' ? null : { [catalogOption]: uri };
  },
};

/** Files of a folder, each a table or a part of one. */
export const filesKind: DatabaseKind = {
  name: 'Files in a folder',
  backend: 'files',
  aliases: [],
  driver: 'local',
  uriPlaceholder: 'files:///folder[/inside]',
  defaultSchemaOf: () => 'main',
  tellsCaseApart: false,
  canUploadFiles: false,
  isExclusive: false,
  isEmbedded: true,
  fields: {
    database: {
      type: 'string',
      title: 'Folder',
      description: 'Name of a folder that POWERSET_LAKE_FOLDERS opens, and what may follow inside it: sales/2024',
    },
    [catalogOption]: catalogField,
  },
  ...catalogOptions,
  requiredFields: ['database'],
  findUriProblem: findFilesProblem,
  toUri: ({ database }) => `files:///${String(database).split('/').map(encodeURIComponent).join('/')}`,
  toParameters: (uri) => {
    const { folder, path } = fromFilesUri(uri);
    return { database: path === '' ? folder : `${folder}/${path}` };
  },
  functionNamesSql: null,
};

/** Files of a bucket in a storage that speaks as Amazon S3 does. */
export const storageKind: DatabaseKind = {
  name: 'Files in S3 storage',
  backend: 's3',
  aliases: [],
  driver: 'rest',
  uriPlaceholder: 's3://key:secret@host/bucket[/folder][?region=value]',
  defaultSchemaOf: () => 'main',
  tellsCaseApart: false,
  canUploadFiles: false,
  isExclusive: false,
  // First rows may have to be fetched.
  isEmbedded: false,
  fields: {
    host: { type: 'string', description: 'Host of the storage, for example s3.eu-west-1.amazonaws.com' },
    port: { type: 'integer', description: 'Port of the storage', minimum: 1, maximum: 65535, nullable: true },
    username: { type: 'string', title: 'Access key', description: 'Id of the access key', nullable: true },
    password: {
      type: 'string',
      title: 'Secret of the access key',
      format: 'password',
      description: 'Secret of the access key',
      nullable: true,
    },
    region: {
      type: 'string',
      title: 'Region',
      description: 'Region of the bucket, for example eu-west-1',
      nullable: true,
    },
    encryption: { type: 'boolean', description: 'Use an encrypted connection to the storage', default: true },
    database: { type: 'string', title: 'Bucket', description: 'Name of the bucket, or bucket/folder' },
    [catalogOption]: catalogField,
  },
  ...catalogOptions,
  requiredFields: ['host', 'database'],
  findUriProblem: findStorageProblem,
  toUri: ({ host, port, username, password, region, encryption, database }) => {
    const text = (value: unknown) => String(value ?? '').trim();
    const sign =
      text(username) === '' ? '' : `${encodeURIComponent(text(username))}:${encodeURIComponent(text(password))}@`;
    const options = new URLSearchParams([
      ...(text(region) === '' ? [] : [['region', text(region)]]),
      ...(encryption === false ? [['secure', 'false']] : []),
    ] as [string, string][]);
    const place = text(database)
      .replace(/^\/+|\/+$/g, '')
      .split('/')
      .map(encodeURIComponent)
      .join('/');
    return `s3://${sign}${text(host)}${text(port) === '' ? '' : `:${text(port)}`}/${place}${options.size > 0 ? `?${options}` : ''}`;
  },
  toParameters: (uri) => {
    const { host, port, accessKeyId, region, isEncrypted, bucket, prefix } = fromStorageUri(uri);
    return {
      ...{ host, port, username: accessKeyId ?? '', region, encryption: isEncrypted },
      // As the address has it, masked where it is kept.
      password: /^s3:\/\/[^:@/]*:([^@]*)@/s.exec(uri)?.[1] ?? '',
      database: prefix === '' ? bucket : `${bucket}/${prefix}`,
    };
  },
  functionNamesSql: null,
};

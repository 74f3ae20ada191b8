import { decodePart, UriProblem, uriProblemBy } from '../remote/index.ts';

export interface UriParts {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  readonly region: string;
  /** Null where the address names none. */
  readonly accessKeyId: string | null;
  readonly secretKey: string | null;
  readonly catalog: string;
  /** Where tables lie that are named without a schema. */
  readonly schema: string;
  /** Where the service writes results; null where the work group says so. */
  readonly outputLocation: string | null;
  readonly workGroup: string;
}

const usual = { catalog: 'awsdatacatalog', schema: 'default', workGroup: 'primary' } as const;
/** They say how the reference's driver waits and reads: here that is decided by the engine. */
const harmless: ReadonlySet<string> = new Set([
  'poll_interval',
  'max_retry_number',
  'cursor_kwargs',
  'duration_seconds',
  'result_reuse_enable',
]);
const understood: ReadonlySet<string> = new Set([
  's3_staging_dir',
  'work_group',
  'catalog_name',
  'region_name',
  'protocol',
]);

/** Reads `awsathena+rest://key:secret@athena.eu-west-1.amazonaws.com/schema?s3_staging_dir=s3://bucket`; throws a sentence where it cannot. */
export function fromUri(uri: string): UriParts {
  const match =
    /^awsathena(?:\+\w+)?:\/\/(?:([^:@/]*)(?::([^@]*))?@)?([^:/?#]*)(?::(\d+))?\/?([^/?#]*)\/?(?:\?(.*))?$/s.exec(
      uri.trim(),
    );
  if (!match)
    throw new UriProblem(
      'The connection string must look like awsathena+rest://key:secret@athena.eu-west-1.amazonaws.com/schema.',
    );
  const [, key, secret, host = '', port, schema = '', query = ''] = match;
  if (host === '' || !/^[\w.-]+$/.test(host)) throw new UriProblem('The host must be a name or an address.');
  const options = new URLSearchParams(query);
  for (const name of options.keys())
    if (!understood.has(name) && !harmless.has(name))
      throw new UriProblem(`The option "${name}" of the connection string is not supported.`);
  const region = options.get('region_name') ?? /^athena(?:-fips)?\.([a-z0-9-]+)\./.exec(host)?.[1];
  if (!region) throw new UriProblem('The host names no region: athena.eu-west-1.amazonaws.com.');
  const outputLocation = options.get('s3_staging_dir') || null;
  if (outputLocation !== null && !outputLocation.startsWith('s3://'))
    throw new UriProblem('The option "s3_staging_dir" must look like s3://bucket/folder/.');
  const isEncrypted = options.get('protocol') !== 'http';
  return {
    ...{ host, port: Number(port ?? (isEncrypted ? 443 : 80)), isEncrypted, region, outputLocation },
    accessKeyId: key ? decodePart(key, 'user') : null,
    secretKey: secret === undefined ? null : decodePart(secret, 'password'),
    catalog: (options.get('catalog_name') || usual.catalog).toLowerCase(),
    schema: decodePart(schema || usual.schema, 'schema').toLowerCase(),
    workGroup: options.get('work_group') || usual.workGroup,
  };
}

export const findUriProblem = uriProblemBy(fromUri);

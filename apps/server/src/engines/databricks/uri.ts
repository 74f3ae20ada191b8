import { decodePart, UriProblem, uriProblemBy } from '../remote/index.ts';

export interface UriParts {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  readonly token: string | null;
  /** The SQL warehouse that runs the queries. */
  readonly warehouse: string;
  readonly catalog: string;
  /** Where tables lie that are named without a schema. */
  readonly schema: string;
}

const usual = { catalog: 'hive_metastore', schema: 'default' } as const;
/** They say how the reference's driver names itself and waits: here that is decided by the engine. */
const harmless: ReadonlySet<string> = new Set(['user_agent_entry', '_user_agent_entry', 'ssl', 'timeout']);
const understood: ReadonlySet<string> = new Set(['http_path', 'catalog', 'schema', 'protocol']);

/** Reads `databricks://token:dapi…@host:443/schema?http_path=/sql/1.0/warehouses/abc&catalog=main`; throws a sentence where it cannot. */
export function fromUri(uri: string): UriParts {
  const match =
    /^databricks(?:\+\w+)?:\/\/(?:[^:@/]*(?::([^@]*))?@)?([^:/?#]*)(?::(\d+))?\/?([^/?#]*)\/?(?:\?(.*))?$/s.exec(
      uri.trim(),
    );
  if (!match)
    throw new UriProblem(
      'The connection string must look like databricks://token:access_token@host:443?http_path=/sql/1.0/warehouses/id.',
    );
  const [, token, host = '', port, path = '', query = ''] = match;
  if (host === '') throw new UriProblem('The connection string names no host.');
  if (!/^[\w.-]+$/.test(host)) throw new UriProblem('The host must be a name or an address.');
  const options = new URLSearchParams(query);
  for (const name of options.keys())
    if (!understood.has(name) && !harmless.has(name))
      throw new UriProblem(`The option "${name}" of the connection string is not supported.`);
  const warehouse = /^\/?sql\/1\.0\/(?:warehouses|endpoints)\/([\w-]+)$/.exec(options.get('http_path') ?? '')?.[1];
  if (!warehouse)
    throw new UriProblem('The option "http_path" must name a SQL warehouse, for example /sql/1.0/warehouses/abc123.');
  const isEncrypted = options.get('protocol') !== 'http';
  return {
    ...{ host, port: Number(port ?? (isEncrypted ? 443 : 80)), isEncrypted, warehouse },
    token: token === undefined ? null : decodePart(token, 'password'),
    catalog: (options.get('catalog') || usual.catalog).toLowerCase(),
    schema: decodePart(path || (options.get('schema') ?? '') || usual.schema, 'schema').toLowerCase(),
  };
}

export const findUriProblem = uriProblemBy(fromUri);

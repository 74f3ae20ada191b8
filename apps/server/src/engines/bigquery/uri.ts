import { decodePart, UriProblem, uriProblemBy } from '../remote/index.ts';

export interface UriParts {
  /** The project that queries are billed to, and whose datasets are read. */
  readonly project: string;
  /** The dataset in which tables lie that are named without one; '' where the address names none. */
  readonly dataset: string;
  /** Where jobs run; null where the service finds that out itself. */
  readonly location: string | null;
  /** Queries that would be billed for more bytes fail; null where nothing bounds them. */
  readonly maximumBytesBilled: string | null;
  /** Where the service is asked: its public address unless told otherwise. */
  readonly endpoint: URL;
}

const publicEndpoint = 'https://bigquery.googleapis.com';
/** They say how the reference's driver reads, waits and signs in: here that is decided by the engine. */
const harmless: ReadonlySet<string> = new Set([
  'arraysize',
  'list_tables_page_size',
  'priority',
  'use_query_cache',
  'user_supplied_client',
]);

/** Reads `bigquery://project/dataset?location=EU`; throws a sentence where it cannot. */
export function fromUri(uri: string): UriParts {
  const match = /^bigquery(?:\+bigquery)?:\/\/([^/?#]*)\/?([^/?#]*)\/?(?:\?(.*))?$/s.exec(uri.trim());
  if (!match) throw new UriProblem('The connection string must look like bigquery://project/dataset.');
  const [, project = '', dataset = '', query = ''] = match;
  if (project === '') throw new UriProblem('The connection string names no project.');
  if (!/^[a-z0-9][a-z0-9.:-]*$/i.test(project))
    throw new UriProblem('The project must be its id, for example my-project-123.');
  const options = new URLSearchParams(query);
  for (const name of options.keys())
    if (!understood.has(name) && !harmless.has(name))
      throw new UriProblem(`The option "${name}" of the connection string is not supported.`);
  const bytes = options.get('maximum_bytes_billed');
  if (bytes !== null && !/^[1-9]\d{0,17}$/.test(bytes))
    throw new UriProblem('The option "maximum_bytes_billed" must be a whole number of bytes.');
  return {
    project,
    dataset: decodePart(dataset || (options.get('dataset_id') ?? ''), 'dataset'),
    location: options.get('location') || null,
    maximumBytesBilled: bytes,
    endpoint: readEndpoint(options.get('api_endpoint') ?? publicEndpoint),
  };
}

const understood: ReadonlySet<string> = new Set(['location', 'dataset_id', 'maximum_bytes_billed', 'api_endpoint']);

/** A private endpoint, or a program that stands in for the service. */
function readEndpoint(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.pathname === '/' && url.search === '' && url.username === '' && url.hash === '';
  if (!url || !isPlain || !/^https?:$/.test(url.protocol))
    throw new UriProblem('The option "api_endpoint" must look like https://bigquery.example.com.');
  return url;
}

export const findUriProblem = uriProblemBy(fromUri);

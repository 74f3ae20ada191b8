import { UriProblem, uriProblemBy } from '../remote/index.ts';

export interface SheetsPlace {
  /** Where sheets are asked for; null for the service's own address. */
  readonly endpoint: URL | null;
}

/** Reads `gsheets://`: which sheets there are stands beside it. Throws a sentence where it cannot. */
export function fromUri(uri: string): SheetsPlace {
  const match = /^gsheets(?:\+\w+)?:\/\/\/?(?:\?(.*))?$/s.exec(uri.trim());
  if (!match) throw new UriProblem('The connection string must be gsheets://. The sheets are named beside it.');
  const options = new URLSearchParams(match[1] ?? '');
  for (const name of options.keys())
    if (name !== 'api_endpoint')
      throw new UriProblem(`The option "${name}" of the connection string is not supported.`);
  const given = options.get('api_endpoint');
  return { endpoint: given === null ? null : readEndpoint(given) };
}

/** A program that stands in for the service. */
function readEndpoint(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.pathname === '/' && url.search === '' && url.username === '' && url.hash === '';
  if (!url || !isPlain || !/^https?:$/.test(url.protocol))
    throw new UriProblem('The option "api_endpoint" must look like https://sheets.example.com.');
  return url;
}

export const findUriProblem = uriProblemBy(fromUri);

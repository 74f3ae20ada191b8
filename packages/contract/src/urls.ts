import type { AnyInput, Endpoint } from './endpoints.ts';
import { encodeRison } from './rison.ts';

/** A path in the router's form with its parameters filled in; one that is missing stays empty. */
export function fillPath(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(/:([a-zA-Z_]+)/g, (_whole, name: string) => encodeURIComponent(String(params[name] ?? '')));
}

/** A path with a query; what is undefined or null is left out, objects and lists travel as Rison. */
export function withQuery(path: string, query: NonNullable<AnyInput['query']> = {}): string {
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name)}=${encodeURIComponent(typeof value === 'object' ? encodeRison(value) : String(value))}`,
    )
    .join('&');
  return search ? `${path}?${search}` : path;
}

/** The address of a call: links and calls are written the same way. */
export function urlOf(endpoint: Pick<Endpoint, 'path'>, { params, query }: Omit<AnyInput, 'body'> = {}): string {
  return withQuery(fillPath(endpoint.path, params), query);
}

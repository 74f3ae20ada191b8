import { queryRunEndpoints, sqlEditorEndpoints } from '@powerset/contract';
import type { FastifyRequest } from 'fastify';
import type { OwnedThing } from '../../processes/index.ts';
import { parseResultsQ } from './reading.ts';

type Read = (request: FastifyRequest) => OwnedThing | null;

const toRun = (name: unknown): OwnedThing | null => (typeof name === 'string' ? { kind: 'run', name } : null);
const toResult = (name: unknown): OwnedThing | null => (typeof name === 'string' ? { kind: 'result', name } : null);

/** Both come as they were sent: whoever answers says what is wrong with them. */
const fieldOf = (source: unknown, name: string): unknown =>
  typeof source === 'object' && source !== null ? (source as Readonly<Record<string, unknown>>)[name] : undefined;

const byKey: Read = ({ params }) => toResult(fieldOf(params, 'key'));
const byClient: Read = ({ params }) => toRun(fieldOf(params, 'client_id'));
const byBody: Read = ({ body }) => toRun(fieldOf(body, 'client_id'));
const byQ: Read = ({ query }) => {
  try {
    return toResult(parseResultsQ(query as { readonly q?: string }).key);
  } catch {
    return null;
  }
};

/** Requests about a run at work, or about a result that lies in the folder of the process that had it. */
export const ownedRoutes: ReadonlyMap<string, Read> = new Map(
  [
    ...[
      'window',
      'cell',
      'compare',
      'figures',
      'profile',
      'columnDetail',
      'columnValues',
      'chart',
      'chartPicture',
      'keys',
      'follow',
    ]
      .concat(['filterSql', 'exportResult'])
      .map((name) => [sqlEditorEndpoints[name as keyof typeof sqlEditorEndpoints], byKey] as const),
    [sqlEditorEndpoints.results, byQ] as const,
    [sqlEditorEndpoints.progress, byClient] as const,
    [sqlEditorEndpoints.exportCsv, byClient] as const,
    [sqlEditorEndpoints.exportStreaming, byBody] as const,
    [queryRunEndpoints.stop, byBody] as const,
  ].map(([{ method, path }, read]) => [`${method} ${path}`, read]),
);

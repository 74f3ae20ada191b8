import type { Secrets } from '../access/index.ts';
import { readSecret, secretOptionOf } from './connection-secret.ts';
import { EngineError } from './engine.ts';
import { type CatalogServer, catalogOption } from './lake/index.ts';
import type { ConnectionRow } from './opened-engines.ts';
import { findUriProblem, fromUri, openPostgresql, type PostgresqlOptions } from './postgresql/index.ts';

type ServerParts = Pick<PostgresqlOptions, 'policy' | 'resultSink' | 'readLongScript' | 'log'>;

/** The server that keeps the catalog of a connection's files; null where none is named. It is asked as other connections are. */
export async function openCatalogServer(
  database: ConnectionRow,
  secrets: Secrets,
  { policy, resultSink, readLongScript, log }: ServerParts,
): Promise<CatalogServer | null> {
  const secret = readSecret(database, secrets);
  const uri: unknown = JSON.parse(secretOptionOf(secret, catalogOption) ?? 'null');
  if (typeof uri !== 'string') return null;
  const problem = findUriProblem(uri);
  if (problem)
    throw new EngineError({
      ...{
        code: 'ENGINE_UNAVAILABLE_ERROR',
        message: problem,
        invalid: [catalogOption],
      },
    });
  const serverCertificate = secret.server_cert ?? null;
  return openPostgresql({ ...fromUri(uri), serverCertificate, policy, resultSink, readLongScript, log });
}

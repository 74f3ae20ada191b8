import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TokenWarehouse {
  readonly port: number;
  /** Who asked what, in the order in which it was asked; null who brought no token that the provider knows. */
  readonly heard: readonly { readonly who: string | null; readonly sql: string; readonly user: string | undefined }[];
  readonly stop: () => Promise<void>;
}

const columns = [
  { name: 'who', type: 'varchar', typeSignature: { rawType: 'varchar', arguments: [] } },
  { name: 'amount', type: 'bigint', typeSignature: { rawType: 'bigint', arguments: [] } },
];

/**
 * A program that speaks the protocol of Trino and knows people by the tokens that a provider gave them: it asks the provider whose
 * each is, and answers every statement with that name.
 */
export async function startTokenWarehouse(issuer: string): Promise<TokenWarehouse> {
  const heard: { who: string | null; sql: string; user: string | undefined }[] = [];
  const whose = async (authorization: string | undefined): Promise<string | null> => {
    if (!authorization?.startsWith('Bearer ')) return null;
    const answer = await fetch(`${issuer}/me`, { headers: { authorization } });
    // What the standard answers.
    return answer.ok ? ((await answer.json()) as { readonly sub: string }).sub : null;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let sql = '';
    for await (const part of request) sql += String(part);
    const who = await whose(request.headers.authorization);
    const user = request.headers['x-trino-user'];
    heard.push({ who, sql, user: typeof user === 'string' ? user : undefined });
    if (who === null) return response.writeHead(401).end('Unauthorized');
    const isOfSchemas = /information_schema\.schemata/i.test(sql);
    const data = /LIMIT 0\b/.test(sql) ? [] : [[isOfSchemas ? 'sales' : who, 7]];
    return response.end(JSON.stringify({ columns, data }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A server that listens on TCP has one.
    port: (server.address() as AddressInfo).port,
    heard,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

import { Connection, type PlainRequest, requestBytes } from './connection.ts';

export interface LoadRequest extends PlainRequest {
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly latenciesMs: readonly number[];
  readonly failures: number;
  readonly bodyBytes: number;
}

/** Keeps a number of loopback connections busy for a bounded time, each with one request at a time. */
export async function loadServer(request: LoadRequest): Promise<LoadResult> {
  const bytes = requestBytes(request);
  const latencies: number[] = [];
  const tally = { failures: 0, bodyBytes: 0 };
  const startedAt = performance.now();
  const endsAt = startedAt + request.seconds * 1000;
  const workers = Array.from({ length: request.connections }, async () => {
    const connection = await Connection.open(request.port);
    while (performance.now() < endsAt) {
      const sentAt = performance.now();
      const answer = await connection.send(bytes);
      latencies.push(performance.now() - sentAt);
      tally.bodyBytes = answer.bodyBytes;
      if (answer.status !== 200) tally.failures += 1;
    }
    connection.close();
  });
  await Promise.all(workers);
  const seconds = (performance.now() - startedAt) / 1000;
  return { requestsPerSecond: latencies.length / seconds, latenciesMs: latencies, ...tally };
}

import type { Engine } from '../engines/index.ts';
import type { Traces } from './traces.ts';

type Asked = { readonly sql: string };

/** A span for each query that reaches an engine: how long, how many rows, and what kind of error; its text only if that is allowed. */
export function traceEngines(traces: Traces): (engine: Engine, backend: string) => Engine {
  return (engine, backend) => (traces.isOn ? traceEngine(engine, traces, backend) : engine);
}

function traceEngine(engine: Engine, traces: Traces, backend: string): Engine {
  const ask = <Request extends Asked, Result>(
    name: string,
    run: (request: Request) => Promise<Result>,
    rowsOf: (result: Result) => number | undefined,
  ) => {
    const facts = (sql: string) => ({
      name: `${name} ${backend}`,
      kind: 'client' as const,
      attributes: {
        'db.system.name': backend,
        'db.operation.name': name,
        ...(traces.tellsSql ? { 'db.query.text': sql } : {}),
      },
    });
    return (request: Request): Promise<Result> =>
      traces.span(facts(request.sql), async (note) => {
        const result = await run(request);
        note({ 'db.response.returned_rows': rowsOf(result) });
        return result;
      });
  };
  // The engine stays the same object: others know it by that.
  return Object.assign(engine, {
    run: ask('query', engine.run.bind(engine), ({ packed }) => packed.rowCount),
    storeResult: ask('store', engine.storeResult.bind(engine), ({ rowCount }) => rowCount),
  });
}

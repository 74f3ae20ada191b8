import type { Handlers, Host } from './host.ts';
import { runStatement } from './run.ts';

/** What the desk does: reads stored results and uploaded files. It holds no database of anybody's. */
export function buildDeskHandlers({ database }: Host): Handlers {
  return {
    ping: async () => {
      await database.lend((connection) => connection.run('SELECT 1'));
      return null;
    },
    trusted: (request, task) =>
      database.lend((connection) =>
        runStatement(connection, task, { ...request, isWrapped: false, maxRows: Number.MAX_SAFE_INTEGER }),
      ),
  };
}

import { DuckDBInstance } from '@duckdb/node-api';
import type { OpenArguments } from '../protocol.ts';
import { analyseScript } from '../sandbox/analyse.ts';
import type { Handlers } from './host.ts';

/** What the parser does: reads scripts with DuckDB's parser, in an instance that holds nothing. */
export async function openParser({ memoryLimitMb }: OpenArguments): Promise<{
  readonly handlers: Handlers;
  readonly close: () => Promise<void>;
}> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: `${memoryLimitMb}MiB` });
  const parser = await instance.connect();
  await parser.run('SET enable_external_access = false');
  await parser.run('SET lock_configuration = true');
  return {
    handlers: {
      ping: async () => {
        await parser.run('SELECT 1');
        return null;
      },
      analyse: ({ sql, ownCatalog }) => analyseScript(sql, { parser, ownCatalog }),
    },
    close: async () => {
      parser.closeSync();
      instance.closeSync();
    },
  };
}

import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type FileEngine, openFileEngine } from './duckdb/file-engine.ts';
import type { ConnectionRow } from './opened-engines.ts';

export interface ProcessParts {
  readonly config: Config;
  readonly log: Logger;
}

const smallestHeapMb = 128;
const largestHeapMb = 1024;

/** How a process that reads a file of SQLite is started: it may allocate an eighth of what the embedded engine may. */
export function toSqliteProcess(database: ConnectionRow, { config, log }: ProcessParts) {
  return {
    childEntry: config.sqliteChildEntry,
    heapLimitMb: Math.min(largestHeapMb, Math.max(smallestHeapMb, Math.floor(config.engineMemoryMb / 8))),
    tempFolder: toFolders(config).tempFolder,
    log: (line: string) => log.warn({ engine: database.database_name }, line),
  };
}

/** How the embedded engine is opened, whatever it reads. */
export function toEmbedded(database: ConnectionRow, { config, log }: ProcessParts) {
  return {
    ...toFolders(config),
    childEntry: config.childEntry,
    memoryLimitMb: config.engineMemoryMb,
    ...(config.engineThreads > 0 ? { threads: config.engineThreads } : {}),
    log: (line: string) => log.warn({ engine: database.database_name }, line),
  };
}

export function toFolders({ dataFolder }: Config) {
  const folder = join(dataFolder, 'engine');
  return {
    tempFolder: join(folder, 'temp'),
    resultsFolder: join(folder, 'results'),
    stagingFolder: join(folder, 'staging'),
  };
}

const smallestFileEngineMb = 512;

/** The file engine needs a part of what the engine may use: it holds windows and files, not whole queries. */
export function openSharedFileEngine({ config, log }: ProcessParts): FileEngine {
  return openFileEngine({
    ...toFolders(config),
    childEntry: config.childEntry,
    memoryLimitMb: Math.max(smallestFileEngineMb, Math.floor(config.engineMemoryMb / 4)),
    log: (line) => log.warn({ engine: 'files' }, line),
  });
}

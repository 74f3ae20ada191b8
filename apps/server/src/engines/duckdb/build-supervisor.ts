import os from 'node:os';
import { ChildSupervisor } from './child-supervisor.ts';
import type { OpenArguments } from './protocol.ts';

export interface EmbeddedEngineOptions {
  /** The database file; it is made when missing. */
  readonly file: string;
  /** The bundled program of the child process. */
  readonly childEntry: string;
  readonly tempFolder: string;
  readonly resultsFolder: string;
  /** Where uploads wait; statements of users cannot name it. */
  readonly stagingFolder: string;
  /** A folder whose files statements of ours read, by names that begin there; written as the disk has it, without links. */
  readonly dataFolder?: string;
  readonly log: (line: string) => void;
  /** Memory of the child process; default half of the machine's. */
  readonly memoryLimitMb?: number;
  readonly addressSpaceLimitMb?: number;
  readonly threads?: number;
  /** The clock by which statements that broke the engine are refused. */
  readonly nowMs?: () => number;
}

const connections = 6;

export interface SupervisorHooks {
  readonly onBroken?: (sql: string) => void;
  readonly onStart?: (opened: { readonly catalog: string }) => void;
}

export function buildSupervisor(
  options: EmbeddedEngineOptions,
  role: OpenArguments['role'],
  { onBroken, onStart }: SupervisorHooks = {},
): ChildSupervisor {
  const memoryLimitMb = options.memoryLimitMb ?? Math.floor(os.totalmem() / 1_048_576 / 2);
  const settings: OpenArguments = {
    role,
    file: role === 'data' ? options.file : ':memory:',
    // DuckDB's own limit leaves room for what it does not count: results, long strings, the process itself.
    memoryLimitMb: Math.max(128, Math.floor(memoryLimitMb * 0.75)),
    threads: options.threads ?? os.availableParallelism(),
    tempFolder: options.tempFolder,
    resultsFolder: options.resultsFolder,
    stagingFolder: options.stagingFolder,
    ...(role === 'data' && options.dataFolder !== undefined ? { dataFolder: options.dataFolder } : {}),
    connections,
  };
  return new ChildSupervisor(
    {
      childEntry: options.childEntry,
      residentLimitMb: memoryLimitMb,
      // Node reserves 1.3 GB of addresses before it does anything, thread stacks and arenas come on top.
      addressSpaceLimitMb: options.addressSpaceLimitMb ?? memoryLimitMb + 4096,
      onLog: options.log,
      ...(onBroken ? { onBroken } : {}),
    },
    settings,
    onStart,
  );
}

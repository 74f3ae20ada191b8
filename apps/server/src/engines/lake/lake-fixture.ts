import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { buildEngineChild, buildSqliteChild } from '@powerset/testkit/engine-child';
import type { Engine, RunRequest } from '../engine.ts';
import { openFolder } from './folder.ts';
import { openLake } from './open.ts';
import type { LakeSource } from './source.ts';

/** A folder for files, a way to write them, and an engine over it. `end` leaves neither process nor file behind. */
export interface LakeFixture {
  readonly home: string;
  /** The folder that is opened, as `files`. */
  readonly folder: string;
  /** Writes the rows of a SELECT; the name's ending says how. */
  readonly write: (name: string, select: string, options?: string) => Promise<void>;
  readonly writeText: (name: string, text: string | Buffer) => Promise<void>;
  readonly open: (inside?: string) => Promise<Engine>;
  readonly openOver: (source: LakeSource) => Promise<Engine>;
  readonly end: () => Promise<void>;
}

export async function makeLake(): Promise<LakeFixture> {
  const home = await realpath(await mkdtemp(path.join(os.tmpdir(), 'lake-')));
  const folder = path.join(home, 'files');
  await mkdir(folder);
  const instance = await DuckDBInstance.create(':memory:');
  const writer = await instance.connect();
  const engines: Engine[] = [];
  const openOver = async (source: LakeSource) => {
    const engine = await openLake({
      source,
      sqlite: {
        childEntry: await buildSqliteChild(),
        heapLimitMb: 256,
        tempFolder: path.join(home, 'temp'),
        log: () => undefined,
      },
      embedded: {
        childEntry: await buildEngineChild(),
        tempFolder: path.join(home, 'temp'),
        resultsFolder: path.join(home, 'results'),
        stagingFolder: path.join(home, 'staging'),
        memoryLimitMb: 2048,
        log: () => undefined,
      },
      nowMs: () => performance.now(),
    });
    engines.push(engine);
    return engine;
  };
  return {
    home,
    folder,
    write: (name, select, options) => write(writer, { file: path.join(folder, name), select, options }),
    writeText: async (name, text) => {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    },
    open: async (inside = '') => openOver(await openFolder({ files: folder }, { folder: 'files', path: inside })),
    openOver,
    end: async () => {
      await Promise.all(engines.map((engine) => engine.close()));
      writer.closeSync();
      instance.closeSync();
      await rm(home, { recursive: true, force: true });
    },
  };
}

interface Writing {
  readonly file: string;
  readonly select: string;
  readonly options: string | undefined;
}

async function write(writer: DuckDBConnection, { file, select, options }: Writing): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writer.run(`COPY (${select}) TO '${file.replaceAll("'", "''")}' ${options ? `(${options})` : ''}`);
}

/** The rows of a statement, as arrays. */
export async function rowsOf(engine: Engine, sql: string, more: Partial<RunRequest> = {}): Promise<unknown[][]> {
  const { table } = await engine.run({ sql, maxRows: 1000, timeoutMs: 60_000, fairnessKey: 'test', ...more });
  return Array.from({ length: table.rowCount }, (_, row) => table.columns.map(({ values }) => values[row]));
}

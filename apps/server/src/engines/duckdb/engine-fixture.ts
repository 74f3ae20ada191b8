import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildEngineChild } from '../../../../../testkit/src/engine-child.ts';
import { type EmbeddedEngine, type EmbeddedEngineOptions, openEmbeddedEngine } from './embedded-engine.ts';

/** A real engine over a file of its own, for tests. `end` leaves neither process nor file behind. */
export interface EngineFixture {
  readonly engine: EmbeddedEngine;
  readonly folder: string;
  readonly end: () => Promise<void>;
}

export async function openTestEngine(options: Partial<EmbeddedEngineOptions> = {}): Promise<EngineFixture> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'engine-'));
  const engine = await openEmbeddedEngine({
    file: path.join(folder, 'data.duckdb'),
    childEntry: await buildEngineChild(),
    tempFolder: path.join(folder, 'temp'),
    resultsFolder: path.join(folder, 'results'),
    stagingFolder: path.join(folder, 'staging'),
    memoryLimitMb: 2048,
    log: () => undefined,
    ...options,
  });
  const end = async () => {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { engine, folder, end };
}

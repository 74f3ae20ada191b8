import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildEngineChild } from '@powerset/testkit/engine-child';
import { EngineError, type EngineErrorDetails } from '../engine.ts';
import { type EmbeddedEngine, type EmbeddedEngineOptions, openEmbeddedEngine } from './embedded-engine.ts';
import { type FileEngine, openFileEngine } from './file-engine.ts';

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

/** A file engine over the folders of a test engine. */
export async function openTestFileEngine(folder: string): Promise<FileEngine> {
  return openFileEngine({
    childEntry: await buildEngineChild(),
    tempFolder: path.join(folder, 'temp-files'),
    resultsFolder: path.join(folder, 'results'),
    stagingFolder: path.join(folder, 'staging'),
    memoryLimitMb: 2048,
    log: () => undefined,
  });
}

/** The details of the error that some work must end with. */
export async function failureOf(work: Promise<unknown>): Promise<EngineErrorDetails> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof EngineError)) throw new Error(`An EngineError was expected, not ${String(error)}`);
  return error.details;
}

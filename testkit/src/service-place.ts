import type { Machine, RunningProcess } from './running-process.ts';

/** Where a service is put. */
export interface Place {
  readonly program: string;
  readonly folder: string;
  readonly port: number;
  readonly args: readonly string[];
  readonly machine: Machine | undefined;
  readonly address: string;
}

/** A program that was started, and how it is asked whether it is ready. */
export interface Started {
  readonly running: RunningProcess;
  readonly url: string;
  readonly isReady: (running: RunningProcess) => boolean | Promise<boolean>;
}

import type { Browser } from '@playwright/test';
import type { ApiClient, Credentials, TestServer } from '@powerset/testkit';

/** One line of the results. */
export interface BenchRow {
  readonly what: string;
  /** What is compared from one stage to the next, and how it is written there. */
  readonly figure: number;
  readonly show: (figure: number) => string;
  readonly measured: string;
  readonly spread: string;
  readonly bar: string;
  /** Null where the bar asks for a curve, not for a number. */
  readonly isWithin: boolean | null;
}

/** The example shop at one size, with so many other things beside it: its server, its data, and who looks at it. */
export interface ShopStage {
  /** As it stands behind a line's name: `shop at 10x`. */
  readonly name: string;
  /** The one that runs now: it is another after `whileStopped`. */
  readonly server: () => TestServer;
  /** The administrator. */
  readonly api: ApiClient;
  /** Whose requests are measured. */
  readonly visitor: Visitor;
  /** A copy of the embedded engine's file, for runs without the server. */
  readonly engineFile: string;
  /** Stops the server for some work on its data folder, and starts it again at the same address. */
  readonly whileStopped: <T>(work: (dataFolder: string) => Promise<T>) => Promise<T>;
}

export interface Visitor {
  readonly credentials: Credentials;
  readonly api: ApiClient;
}

export interface BenchTools {
  readonly rounds: number;
  readonly browser: () => Promise<Browser>;
}

/** One line of the table 'Speed'. */
export interface BenchCase {
  readonly name: string;
  readonly title: string;
  readonly run: (stage: ShopStage, tools: BenchTools) => Promise<readonly BenchRow[]>;
}

import type { Browser } from '@playwright/test';
import type { ApiClient, TestServer } from '@powerset/testkit';

/** One line of the results. */
export interface BenchRow {
  readonly what: string;
  readonly measured: string;
  readonly spread: string;
  readonly bar: string;
  /** Null where the bar asks for a curve, not for a number. */
  readonly isWithin: boolean | null;
}

/** The example shop at one size: its server, where its data lies, and an administrator's client. */
export interface ShopStage {
  readonly scale: number;
  readonly server: TestServer;
  readonly api: ApiClient;
  /** A copy of the embedded engine's file, for runs without the server. */
  readonly engineFile: string;
}

export interface BenchContext {
  readonly rounds: number;
  readonly shops: readonly ShopStage[];
  readonly browser: () => Promise<Browser>;
  readonly say: (line: string) => void;
}

/** One line of the table 'Speed'. */
export interface BenchCase {
  readonly name: string;
  readonly title: string;
  readonly run: (context: BenchContext) => Promise<readonly BenchRow[]>;
}

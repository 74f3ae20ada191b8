import type { ApiClient, TestServer } from '@powerset/testkit';

/** What one drill saw. A drill that cannot be held on this machine says why in `passedOver`. */
export interface DrillOutcome {
  readonly rows: readonly DrillRow[];
  readonly passedOver?: string;
}

export interface DrillRow {
  readonly done: string;
  readonly seen: string;
  readonly isGood: boolean;
}

export interface DrillContext {
  /** How long the soak lasts. */
  readonly minutes: number;
  /** How often what is killed is killed. */
  readonly rounds: number;
  /** A built checkout of the version before this one. */
  readonly from?: string | undefined;
  readonly say: (line: string) => void;
}

/** One line of the promises about reliability. */
export interface Drill {
  readonly name: string;
  readonly title: string;
  readonly bar: string;
  readonly run: (context: DrillContext) => Promise<DrillOutcome>;
}

/** A server under drill, with an administrator's client. */
export interface DrillStage {
  readonly server: TestServer;
  readonly api: ApiClient;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks again until the answer is yes; false when time is up. */
export async function isReached(ask: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (await ask()) return true;
    await pause(5);
  }
  return false;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** A sentence for people: no stack, no more than a few lines. */
export function isOneSentence(text: string): boolean {
  return text.trim().split('\n').length === 1 && !/\n\s+at |node_modules/.test(text) && text.length < 500;
}

export function errorOf(json: { readonly errors?: readonly { readonly message: string }[] }): string {
  return json.errors?.[0]?.message ?? '';
}

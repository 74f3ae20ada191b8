import type { MarkFilter } from '@powerset/charts/views';
import type { QueryMetric, ResultTable } from '@powerset/contract';
import { useEffect, useState } from 'react';
import { askTables } from '../asking.ts';
import type { DrillSubject } from '../subject.ts';
import {
  type Change,
  groupedColumns,
  isMeasured,
  type Reason,
  reasonOf,
  reasonQueries,
  type Whole,
  wholeOf,
} from './reasons.ts';

export interface Looking {
  readonly subject: DrillSubject;
  readonly filters: readonly MarkFilter[];
  readonly change: Change | null;
  readonly metrics: readonly QueryMetric[];
  readonly dimensions: readonly string[];
}

export interface Looked {
  readonly whole: Whole | null;
  readonly reasons: Readonly<Record<string, Reason>>;
  readonly error: Error | null;
  readonly isRunning: boolean;
}

const nothing: Looked = { whole: null, reasons: {}, error: null, isRunning: false };

/** So many columns are asked for at once: a chart that somebody opens meanwhile gets its turn. */
const together = 2;

/** Asks for the whole and then for each column, until all are there or somebody stops it. */
export function useReasons(looking: Looking): Looked & { readonly stop: () => void; readonly retry: () => void } {
  const { subject, filters, change, metrics, dimensions } = looking;
  const [looked, setLooked] = useState<Looked>(nothing);
  const [attempt, setAttempt] = useState(0);
  const [run, setRun] = useState<AbortController | null>(null);
  const { datasource, form } = subject;
  const key = JSON.stringify([datasource, form, filters.map(toText), change, metrics, dimensions, attempt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds what is asked
  useEffect(() => {
    if (!change || metrics.length === 0) return undefined;
    const controller = new AbortController();
    setRun(controller);
    setLooked({ ...nothing, isRunning: true });
    const tell = (next: (before: Looked) => Looked) => {
      if (!controller.signal.aborted) setLooked(next);
    };
    void look({ ...looking, change }, controller.signal, tell);
    return () => controller.abort();
  }, [key]);
  const stop = () => {
    run?.abort();
    setLooked((before) => ({ ...before, isRunning: false }));
  };
  return { ...looked, stop, retry: () => setAttempt(attempt + 1) };
}

const toText = ({ column, op, values }: MarkFilter) => [column, op, ...values.map(String)];

type Tell = (next: (before: Looked) => Looked) => void;

async function look(
  { subject, filters, change, metrics, dimensions }: Looking & { readonly change: Change },
  signal: AbortSignal,
  tell: Tell,
): Promise<void> {
  const tablesBy = (dimension: string | null) =>
    askTables(
      subject,
      { form: subject.form, queries: reasonQueries({ subject, filters, change, metrics, dimension }) },
      signal,
    );
  try {
    const whole = wholeOf(await tablesBy(null), metrics);
    tell((before) => ({ ...before, whole }));
    const waiting = [...dimensions];
    const grouped = groupedColumns(subject);
    const takeTurns = async () => {
      for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
        const dimension = next;
        const toReason = (tables: readonly ResultTable[]): Reason =>
          isMeasured(tables) && !grouped.has(dimension) ? { kind: 'measure' } : reasonOf(tables, metrics, whole);
        const reason = await tablesBy(dimension).then(toReason, toFailed);
        tell((before) => ({ ...before, reasons: { ...before.reasons, [dimension]: reason } }));
      }
    };
    await Promise.all(Array.from({ length: together }, takeTurns));
    tell((before) => ({ ...before, isRunning: false }));
  } catch (error) {
    const caught = error instanceof Error ? error : new Error(String(error));
    tell((before) => ({ ...before, error: caught, isRunning: false }));
  }
}

/** One column that cannot be asked for is told of beside the others. */
const toFailed = (): Reason => ({ kind: 'failed' });

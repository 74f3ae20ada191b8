import { msg } from '@powerset/chart-kit';
import type { PluginQuestion } from './plugin-questions.ts';
import {
  type PluginAnswerText,
  type PluginAsk,
  type PluginWorker,
  startWorker,
  type WorkerEnd,
  type WorkerOptions,
} from './plugin-worker-line.ts';

export interface PluginHostOptions extends Pick<WorkerOptions, 'name' | 'say' | 'open'> {
  /** Not even a frame comes up: another plugin may be in its way. */
  readonly onStuck: () => void;
  readonly startMs?: number;
}

export interface PluginHost {
  readonly ask: (question: PluginQuestion) => Promise<PluginAnswerText>;
}

/** One that is slow keeps few others waiting. */
const mostWorkers = 4;
/** So long one may take before the next question has another worker started. */
const crowdedMs = 250;
/** A plugin that sent what nobody asked for so often is not started again. */
const mostFloods = 3;

/**
 * Asks a plugin's definition, each question of one worker that is doing nothing else. Where a worker is ended its question
 * fails, and the others are asked of another one.
 */
export function createPluginHost({ name, say, open, onStuck, startMs = 10_000 }: PluginHostOptions): PluginHost {
  const waiting: PluginAsk[] = [];
  const workers = new Set<PluginWorker>();
  let floods = 0;
  let isRetried = false;
  let crowded: ReturnType<typeof setTimeout> | undefined;
  const stopped = () =>
    new Error(say(msg('The plugin {{name}} was stopped, as it sent what nobody asked for again and again.'), { name }));
  const failWaiting = (error: Error) => {
    for (const ask of waiting.splice(0)) ask.reject(error);
  };
  const take = (end: WorkerEnd) => {
    if (end.kind === 'flooded') floods += 1;
    if (end.kind === 'moved' && end.ask) waiting.unshift(end.ask);
    // What keeps one from starting would keep the next.
    if (end.kind === 'unstarted') failWaiting(end.error);
    if (end.kind !== 'stuck') return;
    if (isRetried) failWaiting(new Error(say(msg('The plugin {{name}} did not come up.'), { name })));
    else onStuck();
    isRetried = !isRetried;
  };
  const start = () => {
    const worker = startWorker({
      ...{ name, say, open, startMs },
      onFree: () => {
        isRetried = false;
        pump();
      },
      onEnd: (end) => {
        workers.delete(worker);
        take(end);
        pump();
      },
    });
    workers.add(worker);
  };
  const pump = () => {
    clearTimeout(crowded);
    if (floods >= mostFloods) {
      failWaiting(stopped());
      for (const worker of [...workers]) worker.end(stopped());
      return;
    }
    for (const worker of [...workers]) {
      const next = worker.isFree() ? waiting.shift() : undefined;
      if (next) worker.give(next);
    }
    if (waiting.length === 0 || workers.size >= mostWorkers) return;
    if (workers.size === 0) start();
    else if (areAllUp(workers)) crowded = setTimeout(grow, crowdedMs);
  };
  const grow = () => {
    if (waiting.length > 0 && workers.size < mostWorkers && areAllUp(workers)) start();
    pump();
  };
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        waiting.push({ question, resolve, reject });
        pump();
      }),
  };
}

const areAllUp = (workers: ReadonlySet<PluginWorker>): boolean => [...workers].every((worker) => worker.isUp());

interface SharedRun<T> {
  readonly promise: Promise<T>;
  readonly controller: AbortController;
  readonly listeners: Set<(fraction: number) => void>;
  waiters: number;
}

export interface Joining<T> {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
  readonly start: (signal: AbortSignal, onProgress: (fraction: number) => void) => Promise<T>;
}

/** Identical work in flight is done once. It is cancelled when the last of those who wait for it has left. */
export class SharedRuns<T> {
  private readonly runs = new Map<string, SharedRun<T>>();

  async join({ key, signal, onProgress, start }: Joining<T>): Promise<T> {
    const run = this.runs.get(key) ?? this.begin(key, start);
    run.waiters++;
    if (onProgress) run.listeners.add(onProgress);
    try {
      return await raceAbort(run.promise, signal);
    } finally {
      run.waiters--;
      if (onProgress) run.listeners.delete(onProgress);
      // A run that has ended is not kept any more, and there is nothing to break off.
      if (run.waiters === 0 && this.runs.get(key) === run) this.leave(key, run);
    }
  }

  private begin(key: string, start: Joining<T>['start']): SharedRun<T> {
    const controller = new AbortController();
    const listeners = new Set<(fraction: number) => void>();
    const promise = start(controller.signal, (fraction) => {
      for (const listener of listeners) listener(fraction);
    });
    const run: SharedRun<T> = { promise, controller, listeners, waiters: 0 };
    this.runs.set(key, run);
    const finish = () => this.forget(key, run);
    promise.then(finish, finish);
    return run;
  }

  private leave(key: string, run: SharedRun<T>): void {
    this.forget(key, run);
    run.controller.abort(new Error('Nobody waits for this any more.'));
  }

  private forget(key: string, run: SharedRun<T>): void {
    if (this.runs.get(key) === run) this.runs.delete(key);
  }
}

function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

type OnProgress = (fraction: number) => void;

interface Work<T> {
  readonly promise: Promise<T>;
  readonly controller: AbortController;
  readonly listeners: Set<OnProgress>;
  waiters: number;
}

export interface Joining<T> {
  /** Names the work: who asks for the same key gets the same result. */
  readonly key: string;
  /** Who waits without one never leaves. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
  readonly start: (signal: AbortSignal, onProgress: OnProgress) => Promise<T>;
}

/** Does identical work in flight once. It is cancelled when the last of those who wait for it has left. */
export class Coalescer<T> {
  private readonly works = new Map<string, Work<T>>();

  async join({ key, signal, onProgress, start }: Joining<T>): Promise<T> {
    signal?.throwIfAborted();
    const work = this.works.get(key) ?? this.begin(key, start);
    work.waiters++;
    if (onProgress) work.listeners.add(onProgress);
    try {
      return await raceAbort(work.promise, signal);
    } finally {
      work.waiters--;
      if (onProgress) work.listeners.delete(onProgress);
      // Work that has ended is not kept any more, and there is nothing to break off.
      if (work.waiters === 0 && this.works.get(key) === work) this.cancel(key, work);
    }
  }

  private begin(key: string, start: Joining<T>['start']): Work<T> {
    const controller = new AbortController();
    const listeners = new Set<OnProgress>();
    const promise = start(controller.signal, (fraction) => {
      for (const listener of listeners) listener(fraction);
    });
    const work: Work<T> = { promise, controller, listeners, waiters: 0 };
    this.works.set(key, work);
    const finish = () => this.forget(key, work);
    promise.then(finish, finish);
    return work;
  }

  private cancel(key: string, work: Work<T>): void {
    this.forget(key, work);
    work.controller.abort(new Error('Nobody waits for this any more.'));
  }

  private forget(key: string, work: Work<T>): void {
    if (this.works.get(key) === work) this.works.delete(key);
  }
}

function raceAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

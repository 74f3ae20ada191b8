interface Work<T, News> {
  readonly promise: Promise<T>;
  readonly controller: AbortController;
  readonly listeners: Set<(news: News) => void>;
  waiters: number;
}

export interface Joining<T, News = never> {
  /** Names the work: who asks for the same key gets the same result. */
  readonly key: string;
  /** Who waits without one never leaves. */
  readonly signal?: AbortSignal | undefined;
  /** Hears what the work says of itself while it goes on. */
  readonly onNews?: ((news: News) => void) | undefined;
  readonly start: (signal: AbortSignal, tell: (news: News) => void) => Promise<T>;
}

/** Does identical work in flight once. It is cancelled when the last of those who wait for it has left. */
export class Coalescer<T, News = never> {
  private readonly works = new Map<string, Work<T, News>>();

  async join({ key, signal, onNews, start }: Joining<T, News>): Promise<T> {
    signal?.throwIfAborted();
    const work = this.works.get(key) ?? this.begin(key, start);
    work.waiters++;
    if (onNews) work.listeners.add(onNews);
    try {
      return await raceAbort(work.promise, signal);
    } finally {
      work.waiters--;
      if (onNews) work.listeners.delete(onNews);
      // Work that has ended is not kept any more, and there is nothing to break off.
      if (work.waiters === 0 && this.works.get(key) === work) this.cancel(key, work);
    }
  }

  private begin(key: string, start: Joining<T, News>['start']): Work<T, News> {
    const controller = new AbortController();
    const listeners = new Set<(news: News) => void>();
    const promise = start(controller.signal, (news) => {
      for (const listener of listeners) listener(news);
    });
    const work: Work<T, News> = { promise, controller, listeners, waiters: 0 };
    this.works.set(key, work);
    const finish = () => this.forget(key, work);
    promise.then(finish, finish);
    return work;
  }

  private cancel(key: string, work: Work<T, News>): void {
    this.forget(key, work);
    work.controller.abort(new Error('Nobody waits for this any more.'));
  }

  private forget(key: string, work: Work<T, News>): void {
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

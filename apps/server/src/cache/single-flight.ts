/** Shares identical work in flight; the work is cancelled only when everyone who waits has left. */
export interface SingleFlight<T> {
  run(key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface Flight<T> {
  readonly promise: Promise<T>;
  readonly controller: AbortController;
  waiters: number;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>();
  const start = (key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const controller = new AbortController();
    const flight: Flight<T> = { promise: work(controller.signal), controller, waiters: 0 };
    flights.set(key, flight);
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    flight.promise.then(land, land);
    return flight;
  };
  return {
    run: (key, work, signal) => {
      const flight = flights.get(key) ?? start(key, work);
      flight.waiters += 1;
      return waitFor(flight, signal, () => {
        flight.waiters -= 1;
        if (flight.waiters > 0) return;
        if (flights.get(key) === flight) flights.delete(key);
        flight.controller.abort();
      });
    },
  };
}

function waitFor<T>(flight: Flight<T>, signal: AbortSignal | undefined, leave: () => void): Promise<T> {
  if (!signal) return flight.promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      leave();
      reject(signal.reason);
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    flight.promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

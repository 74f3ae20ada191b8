/** Where the time of a plan or a range comes from. What needs no time does not read it. */
export interface Clock {
  readonly now: Date;
}

/** A clock that knows whether anybody read it: what was made without reading it means the same at any time. */
export interface WatchedClock extends Clock {
  readonly wasRead: boolean;
}

/** A clock that stands at one moment and notes whether it was read. */
export function watchClock(at: Date): WatchedClock {
  let wasRead = false;
  return {
    get now() {
      wasRead = true;
      return at;
    },
    get wasRead() {
      return wasRead;
    },
  };
}

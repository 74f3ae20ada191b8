interface Weighed<One> {
  readonly weight: number;
  readonly at: number;
  readonly one: One;
}

/** Keeps the heaviest of what it is given, so many; of the same weight those that came first. */
export function createLargest<One>(most: number) {
  let kept: Weighed<One>[] = [];
  let count = 0;
  const cut = () => {
    kept.sort((one, other) => other.weight - one.weight || one.at - other.at);
    kept = kept.slice(0, most);
  };
  return {
    add: (weight: number, one: One): void => {
      kept.push({ weight, at: count, one });
      count += 1;
      // Twice as many are sorted at once, so that all of them are sorted seldom.
      if (kept.length >= 2 * most + 64) cut();
    },
    all: (): readonly One[] => {
      cut();
      return kept.map(({ one }) => one);
    },
  };
}

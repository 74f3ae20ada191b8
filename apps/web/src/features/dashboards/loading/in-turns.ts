/** Makes a step, at once or in its turn; returns what calls it off while it waits. */
export type EnterTurn = (step: () => void) => () => void;

export interface FrameParts {
  /** Whether frames are dear right now. */
  readonly isBusy: () => boolean;
  readonly nextFrame: (run: () => void) => void;
}

/**
 * Makes steps as they come; while frames are dear one in every other, in the order in which they came, as each takes most
 * of a frame and a row of them would hold it up.
 */
export function createTurns({ isBusy, nextFrame }: FrameParts): EnterTurn {
  const waiting = new Set<() => void>();
  let isResting = false;
  const make = (step: () => void) => {
    if (isBusy()) {
      isResting = true;
      nextFrame(() => nextFrame(goOn));
    }
    step();
  };
  const goOn = () => {
    isResting = false;
    for (const step of waiting) {
      waiting.delete(step);
      make(step);
      if (isResting) return;
    }
  };
  return (step) => {
    if (isResting) waiting.add(step);
    else make(step);
    return () => void waiting.delete(step);
  };
}

export interface HandingParts<Item> extends Pick<FrameParts, 'isBusy'> {
  readonly take: (items: readonly Item[]) => void;
  readonly enter: EnterTurn;
  readonly signal: AbortSignal;
}

/** Hands items over by turns, one in each while frames are dear. `rest` resolves when all were handed over, or none is wanted any more. */
export function inTurns<Item>({ take, isBusy, enter, signal }: HandingParts<Item>) {
  const waiting: Item[] = [];
  let ends: (() => void)[] = [];
  let hasEntered = false;
  const enterOnce = () => {
    if (hasEntered) return;
    hasEntered = true;
    enter(hand);
  };
  const end = () => {
    for (const resolve of ends) resolve();
    ends = [];
  };
  const hand = () => {
    hasEntered = false;
    if (signal.aborted) waiting.length = 0;
    else take(waiting.splice(0, isBusy() ? 1 : waiting.length));
    if (waiting.length > 0) enterOnce();
    else end();
  };
  return {
    take: (items: readonly Item[]) => {
      waiting.push(...items);
      enterOnce();
    },
    rest: () => new Promise<void>((resolve) => (waiting.length > 0 ? void ends.push(resolve) : resolve())),
  };
}

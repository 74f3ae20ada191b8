export interface TurnParts<Item> {
  readonly take: (items: readonly Item[]) => void;
  /** Whether frames are dear right now. */
  readonly isBusy: () => boolean;
  readonly nextFrame: (run: () => void) => void;
  readonly signal: AbortSignal;
}

/**
 * Hands items over as they come; while frames are dear one in every other, as the picture of one takes most of a frame and a
 * row of them would hold it up. `rest` resolves when all were handed over, or none is wanted any more.
 */
export function inTurns<Item>({ take, isBusy, nextFrame, signal }: TurnParts<Item>) {
  const waiting: Item[] = [];
  let ends: (() => void)[] = [];
  const end = () => {
    for (const resolve of ends) resolve();
    ends = [];
  };
  const hand = () => {
    if (signal.aborted) waiting.length = 0;
    else take(waiting.splice(0, isBusy() ? 1 : waiting.length));
    if (waiting.length > 0) nextFrame(() => nextFrame(hand));
    else end();
  };
  return {
    take: (items: readonly Item[]) => {
      const isWaiting = waiting.length > 0;
      waiting.push(...items);
      if (!isWaiting) hand();
    },
    rest: () => new Promise<void>((resolve) => (waiting.length > 0 ? void ends.push(resolve) : resolve())),
  };
}

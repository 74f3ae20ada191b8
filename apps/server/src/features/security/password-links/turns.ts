/** Beyond these, who asks is told the same and gets nothing: he asks again. */
const mostWaiting = 200;

/** One after the other: of two who ask for the same person at once the second sees the link of the first. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return (work: () => Promise<unknown>): void => {
    if (waiting >= mostWaiting) return;
    waiting += 1;
    last = last.then(work).finally(() => {
      waiting -= 1;
    });
  };
}

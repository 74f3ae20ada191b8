/** Frames of one movement come closer together than this. */
const restMs = 150;

/** Whether somebody scrolls, whichever part of the page it is. */
export function watchScrolling(now: () => number = () => performance.now()) {
  let lastMs = Number.NEGATIVE_INFINITY;
  const ending = new AbortController();
  const note = () => {
    lastMs = now();
  };
  addEventListener('scroll', note, { capture: true, passive: true, signal: ending.signal });
  return { isScrolling: () => now() - lastMs < restMs, dispose: () => ending.abort() };
}

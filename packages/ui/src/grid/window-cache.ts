import type { GridValue } from './cell-text.ts';

/** Some rows of a result, column by column: `columns[c][r]` is row `offset + r`. */
export interface GridWindow {
  readonly offset: number;
  readonly columns: readonly (readonly GridValue[])[];
  /** Values of which only the beginning is there. */
  readonly cuts?: readonly CutValue[];
}

export interface CutValue {
  /** In the window. */
  readonly row: number;
  readonly column: number;
  /** Characters of the whole. */
  readonly length: number;
}

export type FetchWindow = (offset: number, limit: number, signal: AbortSignal) => Promise<GridWindow>;

export interface WindowCacheOptions {
  readonly fetchWindow: FetchWindow;
  /** The same rows with whole values, where `fetchWindow` cuts long ones; for copying. */
  readonly fetchWhole?: FetchWindow | undefined;
  readonly rowCount: number;
  /** Called when rows came or failed to. */
  readonly onChange: () => void;
  readonly windowSize?: number;
  /** Windows kept in memory. */
  readonly maxWindows?: number;
  readonly first?: GridWindow;
  /** While windows fly past faster than this, none is asked for until the view rests. */
  readonly restMs?: number;
}

export interface WindowCache {
  /** Asks for the rows in view; what was asked for before and is out of view is given up. */
  readonly ensure: (firstRow: number, endRow: number) => void;
  /** The value, or undefined while its window is not there. */
  readonly valueAt: (row: number, column: number) => GridValue | undefined;
  /** Characters of the whole value, where only its beginning is there. */
  readonly cutAt: (row: number, column: number) => number | undefined;
  readonly error: () => Error | null;
  /** Tries again what failed. */
  readonly retry: () => void;
  /** Rows of any span, fetched where they are missing. */
  readonly read: (firstRow: number, endRow: number, signal: AbortSignal) => Promise<GridWindow>;
  readonly dispose: () => void;
}

const WINDOW_SIZE = 250;

/** The windows that a span of rows touches. */
export function windowsOf(firstRow: number, endRow: number, windowSize: number): readonly number[] {
  if (endRow <= firstRow) return [];
  const first = Math.floor(firstRow / windowSize);
  const last = Math.floor((endRow - 1) / windowSize);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function seed(first: GridWindow | undefined, windowSize: number, rowCount: number): Map<number, GridWindow> {
  const windows = new Map<number, GridWindow>();
  const length = first?.columns[0]?.length ?? 0;
  if (first?.offset !== 0) return windows;
  for (let index = 0; index * windowSize < length; index += 1) {
    const start = index * windowSize;
    const isWhole = length >= Math.min(start + windowSize, rowCount);
    if (isWhole)
      windows.set(index, {
        offset: start,
        columns: first.columns.map((values) => values.slice(start, start + windowSize)),
        cuts: (first.cuts ?? [])
          .filter(({ row }) => row >= start && row < start + windowSize)
          .map((cut) => ({ ...cut, row: cut.row - start })),
      });
  }
  return windows;
}

/** Keeps the windows of a big result that were looked at last. */
export function createWindowCache(options: WindowCacheOptions): WindowCache {
  const { fetchWindow, rowCount, onChange, windowSize = WINDOW_SIZE, maxWindows = 40, restMs = 0 } = options;
  const windows = seed(options.first, windowSize, rowCount);
  const running = new Map<number, AbortController>();
  let failure: Error | null = null;
  let wanted: readonly number[] = [];
  let missedAt = Number.NEGATIVE_INFINITY;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const load = (index: number) => {
    const controller = new AbortController();
    running.set(index, controller);
    const offset = index * windowSize;
    fetchWindow(offset, Math.min(windowSize, rowCount - offset), controller.signal)
      .then(
        (window) => {
          if (controller.signal.aborted) return;
          windows.set(index, window);
          failure = null;
          forgetOldest(windows, maxWindows, wanted);
        },
        (error: unknown) => {
          if (!controller.signal.aborted) failure = error instanceof Error ? error : new Error(String(error));
        },
      )
      .finally(() => {
        if (running.get(index) === controller) running.delete(index);
        if (!controller.signal.aborted) onChange();
      });
  };

  const isMissing = (index: number) => !windows.has(index) && !running.has(index);
  const loadMissing = () => {
    for (const index of wanted.filter(isMissing)) load(index);
  };

  const ensure = (firstRow: number, endRow: number) => {
    wanted = windowsOf(firstRow, Math.min(endRow, rowCount), windowSize);
    for (const [index, controller] of running) {
      if (wanted.includes(index)) continue;
      controller.abort();
      running.delete(index);
    }
    clearTimeout(resting);
    if (failure || !wanted.some(isMissing)) return;
    const isRushing = performance.now() - missedAt < restMs;
    missedAt = performance.now();
    if (isRushing) resting = setTimeout(loadMissing, restMs);
    else loadMissing();
  };

  return {
    ensure,
    valueAt: (row, column) => {
      const window = windows.get(Math.floor(row / windowSize));
      return window?.columns[column]?.[row - window.offset];
    },
    cutAt: (row, column) => {
      const window = windows.get(Math.floor(row / windowSize));
      if (!window?.cuts?.length) return undefined;
      return window.cuts.find((cut) => cut.column === column && cut.row === row - window.offset)?.length;
    },
    error: () => failure,
    retry: () => {
      failure = null;
      loadMissing();
      onChange();
    },
    read: (firstRow, endRow, signal) => readInPortions(options.fetchWhole ?? fetchWindow, { firstRow, endRow, signal }),
    dispose: () => {
      clearTimeout(resting);
      for (const controller of running.values()) controller.abort();
      running.clear();
    },
  };
}

/** As many rows as sources give at once. */
const PORTION_ROWS = 10_000;

interface Portions {
  readonly firstRow: number;
  readonly endRow: number;
  readonly signal: AbortSignal;
}

async function readInPortions(fetchWindow: FetchWindow, { firstRow, endRow, signal }: Portions): Promise<GridWindow> {
  const columns: GridValue[][] = [];
  for (let offset = firstRow; offset < endRow; offset += PORTION_ROWS) {
    const window = await fetchWindow(offset, Math.min(PORTION_ROWS, endRow - offset), signal);
    for (const [index, values] of window.columns.entries()) {
      columns[index] ??= [];
      for (const value of values) columns[index].push(value);
    }
  }
  return { offset: firstRow, columns };
}

/** Drops the windows that came first, never those in view. */
function forgetOldest(windows: Map<number, GridWindow>, maxWindows: number, wanted: readonly number[]): void {
  for (const index of windows.keys()) {
    if (windows.size <= maxWindows) return;
    if (!wanted.includes(index)) windows.delete(index);
  }
}

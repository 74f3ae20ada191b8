import type { RunProgress } from '../engine.ts';
import { type Ask, literal } from './inspection.ts';

const everyMs = 400;

/** Asks the server how far a query is, until it is told to stop. What cannot be asked is no reason to fail. */
export function watchProgress(ask: Ask, queryId: string, onProgress: (progress: RunProgress) => void): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const [row] = await ask(
      `SELECT read_rows, total_rows_approx FROM system.processes WHERE query_id LIKE ${literal(`${queryId}%`)}`,
    ).catch(() => []);
    if (isOver) return;
    const [rowsRead, all] = [Number(row?.[0] ?? 0), Number(row?.[1] ?? 0)];
    if (rowsRead > 0) onProgress({ rowsRead, fraction: all > 0 ? Math.min(1, rowsRead / all) : 0 });
    timer = setTimeout(() => void look(), everyMs);
  };
  timer = setTimeout(() => void look(), everyMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

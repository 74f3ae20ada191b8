export interface PaneLimits {
  readonly min: number;
  readonly max: number;
}

/** Keeps a size within its limits, and the other side at least 80 px wide. */
export function clampSize(size: number, limits: PaneLimits, available: number): number {
  const roomiest = Math.max(limits.min, Math.min(limits.max, available - 80));
  return Math.round(Math.max(limits.min, Math.min(size, roomiest)));
}

const STEP_PX = 16;

/** The size after a key on the handle, or undefined for keys that do nothing. */
export function sizeAfterKey(
  key: string,
  size: number,
  options: { isRow: boolean; isSecond: boolean; limits: PaneLimits },
): number | undefined {
  const { isRow, isSecond, limits } = options;
  const grow = isRow ? 'ArrowRight' : 'ArrowDown';
  const shrink = isRow ? 'ArrowLeft' : 'ArrowUp';
  const sign = isSecond ? -1 : 1;
  if (key === grow) return size + sign * STEP_PX;
  if (key === shrink) return size - sign * STEP_PX;
  if (key === 'Home') return limits.min;
  if (key === 'End') return limits.max;
  return undefined;
}

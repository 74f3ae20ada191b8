export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the editors of metrics, columns and filters start with; they never get smaller. */
export const popoverSize: Size = { width: 320, height: 240 };
/** Editors with a time range in them need more room. */
export const wideWidth = 600;
/** Sizes follow the pointer at most this often. */
export const resizeDelayMs = 50;

/** A size within its limits: not below the smallest, not beyond the window. */
export function clampPopover(size: Size, smallest: Size, viewport: Size): Size {
  const clamp = (value: number, low: number, high: number) => Math.round(Math.max(low, Math.min(value, high)));
  return {
    width: clamp(size.width, Math.min(smallest.width, viewport.width - 16), viewport.width - 16),
    height: clamp(size.height, Math.min(smallest.height, viewport.height - 16), viewport.height - 16),
  };
}

const step = 16;
const keySteps: Readonly<Record<string, Size>> = {
  ArrowRight: { width: step, height: 0 },
  ArrowLeft: { width: -step, height: 0 },
  ArrowDown: { width: 0, height: step },
  ArrowUp: { width: 0, height: -step },
};

/** The size after an arrow key on the handle; undefined for keys that do nothing. */
export function sizeAfterArrow(key: string, size: Size): Size | undefined {
  const change = keySteps[key];
  return change && { width: size.width + change.width, height: size.height + change.height };
}

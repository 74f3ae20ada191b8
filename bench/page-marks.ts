import type { Page } from '@playwright/test';

/** How the interface marks what measurements look at: one place to follow it. */
export const marks = {
  chart: '[data-chart-id]',
  chartState: 'data-chart-state',
  gridCell: '[role="gridcell"], [role="cell"], td',
  editor: '.cm-content',
  grid: '[role="grid"], [role="table"]',
} as const;

const doneStates = ['ready', 'empty', 'error'];

/** Resolves when so many charts have been painted, with the milliseconds from the page's own start to that frame. */
export async function whenPainted(page: Page, count: number): Promise<number> {
  return page.evaluate(
    ({ chart, chartState, doneStates, count }) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const frames = [...document.querySelectorAll(chart)];
          const isDone =
            frames.length >= count &&
            frames.every((frame) => doneStates.includes(frame.getAttribute(chartState) ?? ''));
          if (isDone) requestAnimationFrame(() => resolve(performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    { ...marks, doneStates, count },
  );
}

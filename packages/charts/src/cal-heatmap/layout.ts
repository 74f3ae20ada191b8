import type { DrawContext } from '@powerset/chart-kit';
import type { CalendarBlock } from './blocks.ts';
import type { Calendar } from './calendar.ts';
import type { CalendarForm } from './form.ts';

export interface PlacedBlock {
  readonly block: CalendarBlock;
  readonly x: number;
  readonly y: number;
  readonly line: number;
}

export interface CalendarLayout {
  /** From one cell to the next, and the cell itself. */
  readonly step: number;
  readonly cell: number;
  readonly radius: number;
  readonly left: number;
  /** Of the blocks of one metric, from its own top. */
  readonly blocks: readonly PlacedBlock[];
  /** Of the names and colours above the blocks. */
  readonly headHeight: number;
  readonly metricHeight: number;
  /** Whether the rows of cells have names: weekdays, or hours of the day. */
  readonly hasRowNames: boolean;
}

export const blockLabelHeight = 16;
const blockGap = 8;
const lineGap = 8;
const rowNameRoom = 32;
const leastStep = 3;

/** Blocks in lines, their cells as large as asked or as the picture allows. */
export function layCalendar(model: Calendar, context: DrawContext<CalendarForm>): CalendarLayout {
  const { form, width, height } = context;
  const padding = Math.min(20, Math.max(0, form.cell_padding ?? 2));
  const asked = Math.min(100, Math.max(2, form.cell_size ?? 10)) + padding;
  const headHeight = form.show_metric_name || form.show_legend ? 24 : 4;
  const isByHour = model.subdomain === 'hour' && model.domain !== 'day';
  const hasRowNames = (model.subdomain === 'day' || isByHour) && width >= 200;
  const left = hasRowNames ? rowNameRoom : 4;
  const each = height / Math.max(1, model.metrics.length);
  let step = asked;
  let flow = flowBlocks(model.blocks, { width: width - left - 4, step });
  while (step > leastStep && (headHeight + flow.height > each || flow.width > width - left - 4)) {
    step -= 1;
    flow = flowBlocks(model.blocks, { width: width - left - 4, step });
  }
  // In small cells the gap is small too.
  const gap = step < asked ? Math.min(padding, step * 0.2) : padding;
  return {
    step,
    cell: step - gap,
    radius: Math.min(Math.max(0, form.cell_radius ?? 0), (step - gap) / 2),
    left,
    blocks: flow.blocks,
    headHeight,
    metricHeight: headHeight + flow.height,
    hasRowNames,
  };
}

function flowBlocks(
  blocks: readonly CalendarBlock[],
  { width, step }: { readonly width: number; readonly step: number },
) {
  const placed: PlacedBlock[] = [];
  let [x, y, line, lineHeight, widest] = [0, 0, 0, 0, 0];
  for (const block of blocks) {
    const [across, down] = [block.columns * step, block.rows * step + blockLabelHeight];
    if (x > 0 && x + across > width) {
      y += lineHeight + lineGap;
      [x, lineHeight, line] = [0, 0, line + 1];
    }
    placed.push({ block, x, y, line });
    x += across + blockGap;
    lineHeight = Math.max(lineHeight, down);
    widest = Math.max(widest, across);
  }
  return { blocks: placed, height: y + lineHeight + 6, width: widest };
}

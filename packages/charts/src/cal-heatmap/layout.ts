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
  /** Of the name above each block; none where cells need all the room. */
  readonly labelHeight: number;
  readonly metricHeight: number;
  /** Whether the rows of cells have names: weekdays, or hours of the day. */
  readonly hasRowNames: boolean;
}

const blockLabelHeight = 16;
const blockGap = 8;
const lineGap = 8;
const rowNameRoom = 32;
const leastStep = 3;

/** Whether there is room above the cells for a metric's name and colours. */
export const hasHead = ({ width, height }: Pick<DrawContext, 'width' | 'height'>): boolean =>
  width >= 180 && height >= 80;

/** Blocks in lines, their cells as large as asked or as the picture allows. */
export function layCalendar(model: Calendar, context: DrawContext<CalendarForm>): CalendarLayout {
  const { form, width, height } = context;
  const padding = Math.min(20, Math.max(0, form.cell_padding ?? 2));
  const asked = Math.min(100, Math.max(2, form.cell_size ?? 10)) + padding;
  const headHeight = hasHead(context) && (form.show_metric_name || form.show_legend) ? 24 : 4;
  const isByHour = model.subdomain === 'hour' && model.domain !== 'day';
  const hasRowNames = (model.subdomain === 'day' || isByHour) && width >= 200;
  const left = hasRowNames ? rowNameRoom : 4;
  const room = { width: width - left - 4, height: height / Math.max(1, model.metrics.length) - headHeight };
  const named = fitCells(model.blocks, { ...room, asked, labelHeight: width >= 120 ? blockLabelHeight : 0 });
  // Several metrics in a low picture: each needs the room of the names.
  const { step, flow, labelHeight } = named.isFitting
    ? named
    : fitCells(model.blocks, { ...room, asked, labelHeight: 0 });
  // In small cells the gap is small too.
  const gap = step < asked ? Math.min(padding, step * 0.2) : padding;
  return {
    step,
    cell: step - gap,
    radius: Math.min(Math.max(0, form.cell_radius ?? 0), (step - gap) / 2),
    left,
    blocks: flow.blocks,
    headHeight,
    labelHeight,
    metricHeight: headHeight + flow.height,
    hasRowNames,
  };
}

interface CellRoom {
  readonly width: number;
  readonly height: number;
  readonly asked: number;
  readonly labelHeight: number;
}

/** The largest cells, of those that were asked for or smaller, with which all blocks of a metric are in its room. */
function fitCells(blocks: readonly CalendarBlock[], { width, height, asked, labelHeight }: CellRoom) {
  let step = asked;
  let flow = flowBlocks(blocks, { width, step, labelHeight });
  const isFitting = () => flow.height <= height && flow.width <= width;
  while (step > leastStep && !isFitting()) {
    step -= 1;
    flow = flowBlocks(blocks, { width, step, labelHeight });
  }
  return { step, flow, labelHeight, isFitting: isFitting() };
}

function flowBlocks(
  blocks: readonly CalendarBlock[],
  { width, step, labelHeight }: { readonly width: number; readonly step: number; readonly labelHeight: number },
) {
  const placed: PlacedBlock[] = [];
  let [x, y, line, lineHeight, widest] = [0, 0, 0, 0, 0];
  for (const block of blocks) {
    const [across, down] = [block.columns * step, block.rows * step + labelHeight];
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

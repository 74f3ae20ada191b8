import { type CrossFilterSelection, defaultTranslate, msg, temporalRangeOf } from '@powerset/chart-kit';
import { CustomChart } from 'echarts/charts';
import { useCallback } from 'react';
import type { MarkEvent } from '../shared/EChart.tsx';
import { PictureView } from '../shared/PictureView.tsx';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { Calendar } from './calendar.ts';
import type { CalendarForm } from './form.ts';
import type { CalendarOptions } from './options.ts';
import { grainOfCell } from './query.ts';

const parts = [CustomChart];

/** A cell stands for its stretch of time. */
function selectionOfCell(
  model: Calendar,
  options: CalendarOptions,
  { dataIndex }: MarkEvent,
): CrossFilterSelection | null {
  const cell = options.cells[dataIndex];
  if (!cell || model.column === '') return null;
  const range = temporalRangeOf(cell.time, grainOfCell[model.subdomain]);
  return {
    filters: [{ column: model.column, op: 'TEMPORAL_RANGE', values: [range] }],
    selectedLabels: [options.nameOf(cell.time)],
  };
}

export function View(props: ChartViewProps<Calendar, CalendarOptions, CalendarForm>) {
  const { model, options, translate = defaultTranslate } = props;
  const selectionOf = useCallback((event: MarkEvent) => selectionOfCell(model, options, event), [model, options]);
  const cells = useCallback(() => {
    const times = [...new Set(model.metrics.flatMap(({ values }) => [...values.keys()]))].sort((a, b) => a - b);
    return [
      [translate(msg('Time')), ...model.metrics.map(({ name }) => name)],
      ...times.map((time) => [options.nameOf(time), ...model.metrics.map(({ values }) => values.get(time) ?? null)]),
    ];
  }, [model, options, translate]);
  return <PictureView {...props} parts={parts} cells={cells} selectionOf={selectionOf} />;
}

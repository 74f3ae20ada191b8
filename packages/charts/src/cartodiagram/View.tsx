import { type CrossFilterSelection, defaultTranslate, msg } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import { CustomChart } from 'echarts/charts';
import type { EChartsType } from 'echarts/core';
import { useCallback, useMemo } from 'react';
import type { EChartOptions } from '../shared/base-options.ts';
import type { MarkEvent } from '../shared/EChart.tsx';
import { MapControls } from '../shared/MapControls.tsx';
import { MarkView } from '../shared/MarkView.tsx';
import { RowsTable } from '../shared/maps/RowsTable.tsx';
import type { ChartViewProps } from '../shared/view-props.ts';
import { nameOfPlace } from './options.ts';
import type { Cartodiagram } from './small-charts.ts';

const parts = [CustomChart];
const smallest = { width: 220, height: 140 };

/** What a place stands for as a filter: the shape that the column holds there. */
export function selectionOfPlace({ charts, column }: Cartodiagram, { data }: MarkEvent): CrossFilterSelection | null {
  // The items of the option's marks carry the shapes of their places.
  const { data: mark } = (data ?? {}) as { readonly data?: { readonly key: CellValue } };
  const chart = mark && charts.find(({ key }) => key === mark.key);
  if (!chart || column === '') return null;
  return { filters: [{ column, op: 'IN', values: [chart.key] }], selectedLabels: [nameOfPlace(chart)] };
}

/** Charts on a map with its buttons; a click on one is a filter. */
export function View(props: ChartViewProps<Cartodiagram, EChartOptions>) {
  const { model, onSelect, selectedLabels, width, height, translate = defaultTranslate } = props;
  const selectionOf = useCallback((event: MarkEvent) => selectionOfPlace(model, event), [model]);
  const pick = useCallback(
    (clicked: CrossFilterSelection) =>
      onSelect?.(selectedLabels.includes(clicked.selectedLabels[0] ?? '') ? null : clicked),
    [onSelect, selectedLabels],
  );
  const overlay = useCallback(
    (chart: EChartsType) => (
      <MapControls
        chart={chart}
        labels={{
          nearer: translate(msg('Zoom in')),
          farther: translate(msg('Zoom out')),
          whole: translate(msg('Show the whole map')),
        }}
      />
    ),
    [translate],
  );
  const table = useMemo(() => <RowsTable table={model.table} />, [model]);
  return (
    <MarkView
      {...props}
      parts={parts}
      table={table}
      selectionOf={selectionOf}
      onPick={pick}
      overlay={width >= smallest.width && height >= smallest.height ? overlay : undefined}
    />
  );
}

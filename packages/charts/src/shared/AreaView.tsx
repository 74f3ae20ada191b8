import { type CrossFilterSelection, defaultTranslate, msg } from '@powerset/chart-kit';
import { CustomChart } from 'echarts/charts';
import type { EChartsType } from 'echarts/core';
import { useCallback, useMemo } from 'react';
import type { AreaModel } from './area-model.ts';
import { hasControls } from './area-options.ts';
import type { EChartOptions } from './base-options.ts';
import type { MarkEvent } from './EChart.tsx';
import { MapControls } from './MapControls.tsx';
import { MarkView } from './MarkView.tsx';
import type { ChartViewProps } from './view-props.ts';

const parts = [CustomChart];
const mostRows = 300;

/** What an area stands for as a filter: every value of the column that means it. */
function selectionOfArea({ areas, column }: AreaModel, { data }: MarkEvent): CrossFilterSelection | null {
  // The items of the option's series carry the codes of their areas.
  const { code } = (data ?? {}) as { readonly code?: string };
  const area = areas.find((one) => one.code === code);
  if (!area || column === '') return null;
  const keys = area.keys.filter((key) => key !== null);
  if (keys.length === 0) return null;
  return { filters: [{ column, op: 'IN', values: keys }], selectedLabels: [area.label] };
}

/** Areas of a map with its buttons; a click on one is a filter. */
export function AreaView(props: ChartViewProps<AreaModel, EChartOptions>) {
  const { model, onSelect, selectedLabels, width, height, translate = defaultTranslate } = props;
  const selectionOf = useCallback((event: MarkEvent) => selectionOfArea(model, event), [model]);
  const pick = useCallback(
    (clicked: CrossFilterSelection) =>
      onSelect?.(selectedLabels.includes(clicked.selectedLabels[0] ?? '') ? null : clicked),
    [onSelect, selectedLabels],
  );
  const hasRoom = hasControls({ width, height });
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
  const table = useMemo(() => <AreaTable model={model} />, [model]);
  return (
    <MarkView
      {...props}
      parts={parts}
      table={table}
      selectionOf={selectionOf}
      onPick={pick}
      overlay={hasRoom ? overlay : undefined}
    />
  );
}

function AreaTable({ model }: { readonly model: AreaModel }) {
  return (
    <table>
      <tbody>
        {model.areas.slice(0, mostRows).map((area) => (
          <tr key={area.code}>
            <th scope="row">{area.name}</th>
            <td>{area.value}</td>
            {model.sizeMetric === null ? null : <td>{area.size}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

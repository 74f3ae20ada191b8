import type { CrossFilterSelection, DrawnCells } from '@powerset/chart-kit';
import { useCallback, useMemo } from 'react';
import type { EChartOptions } from './base-options.ts';
import type { MarkEvent } from './EChart.tsx';
import { MarkView, type MarkViewProps } from './MarkView.tsx';
import type { ChartViewProps } from './view-props.ts';

interface PictureViewProps extends ChartViewProps<unknown, EChartOptions> {
  /** What is drawn as cells, the names of the columns first; the first cell of each row is its name. */
  readonly cells: () => DrawnCells;
  /** What a mark stands for as a filter; no mark stands for one without it. */
  readonly selectionOf?: (event: MarkEvent) => CrossFilterSelection | null;
  readonly parts?: MarkViewProps['parts'];
  readonly overlay?: MarkViewProps['overlay'];
  readonly brush?: MarkViewProps['brush'];
}

const mostRows = 100;
const noSelection = () => null;

/** A picture of ECharts with its facts as a table. A click on a mark is a filter, a second one takes it away. */
export function PictureView({ cells, selectionOf = noSelection, ...props }: PictureViewProps) {
  const { onSelect, selectedLabels } = props;
  const pick = useCallback(
    (clicked: CrossFilterSelection) =>
      onSelect?.(selectedLabels.includes(clicked.selectedLabels[0] ?? '') ? null : clicked),
    [onSelect, selectedLabels],
  );
  const table = useMemo(() => <CellTable cells={cells()} />, [cells]);
  return <MarkView {...props} table={table} selectionOf={selectionOf} onPick={pick} />;
}

function CellTable({ cells: [head = [], ...rows] }: { readonly cells: DrawnCells }) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((name, at) => (
            <th key={at} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, mostRows).map(([name, ...values], row) => (
          <tr key={row}>
            <th scope="row">{name}</th>
            {values.map((value, at) => (
              <td key={at}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

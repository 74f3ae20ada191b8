import type { CrossFilterSelection } from '@powerset/chart-kit';
import { useCallback, useMemo, useRef } from 'react';
import type { EChartOptions } from './base-options.ts';
import type { EChartProps, MarkEvent } from './EChart.tsx';
import { selectionOfFlow } from './flow-picking.ts';
import type { Flows } from './flows.ts';
import { MarkView } from './MarkView.tsx';
import { toggleSelection } from './series-selection.ts';
import type { ChartViewProps } from './view-props.ts';

const mostRows = 100;

export interface FlowViewProps extends ChartViewProps<Flows, EChartOptions> {
  readonly parts: EChartProps['parts'];
  /** Whether marks may be chosen: none, one, or several of one column. */
  readonly selecting?: false | 'single' | 'multiple';
}

/** A chart of nodes and links: a click on one is a filter, and once more takes that back. */
export function FlowView({ parts, selecting = 'single', ...props }: FlowViewProps) {
  const { model, onSelect, selectedLabels } = props;
  const selectionOf = useCallback((mark: MarkEvent) => selectionOfFlow(model, mark), [model]);
  const chosenRef = useRef<CrossFilterSelection | null>(null);
  const pick = useCallback(
    (clicked: CrossFilterSelection) => {
      if (selecting === false) return;
      const current = selecting === 'multiple' && selectedLabels.length > 0 ? chosenRef.current : null;
      chosenRef.current = toggleSelection(clicked, selectedLabels, current);
      onSelect?.(chosenRef.current);
    },
    [onSelect, selectedLabels, selecting],
  );
  const table = useMemo(
    () => (
      <table>
        <thead>
          <tr>
            <th scope="col">{model.source}</th>
            <th scope="col">{model.target}</th>
            <th scope="col">{model.metric}</th>
          </tr>
        </thead>
        <tbody>
          {model.links.slice(0, mostRows).map((link) => (
            <tr key={link.id}>
              <th scope="row">{model.nodes[link.source]?.name}</th>
              <td>{model.nodes[link.target]?.name}</td>
              <td>{link.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    ),
    [model],
  );
  return <MarkView {...props} parts={parts} table={table} selectionOf={selectionOf} onPick={pick} />;
}

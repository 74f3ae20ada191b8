import { TreeChart } from 'echarts/charts';
import { useCallback, useMemo } from 'react';
import type { EChartOptions } from '../shared/base-options.ts';
import type { MarkEvent } from '../shared/EChart.tsx';
import { MarkView } from '../shared/MarkView.tsx';
import { toSelection } from '../shared/series-selection.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { type Branches, branchOfMark } from './branches.ts';
import type { TreeForm } from './form.ts';

const parts = [TreeChart];
const mostRows = 100;
/** A click opens and closes a branch; what a node stands for is asked for in its menu. */
const keepClick = () => undefined;

export function View(props: ChartViewProps<Branches, EChartOptions, TreeForm>) {
  const { model } = props;
  const selectionOf = useCallback(
    (mark: MarkEvent) => {
      const node = branchOfMark(model, mark);
      return node ? toSelection([[model.idColumn, node.key]], node.name) : null;
    },
    [model],
  );
  const table = useMemo(() => <NodeTable branches={model} />, [model]);
  return <MarkView {...props} parts={parts} table={table} selectionOf={selectionOf} onPick={keepClick} />;
}

/** The nodes with their levels. */
function NodeTable({ branches }: { readonly branches: Branches }) {
  return (
    <table>
      <tbody>
        {branches.nodes.slice(0, mostRows).map((node) => (
          <tr key={node.index}>
            <td>{node.depth + 1}</td>
            <th scope="row">{node.name}</th>
            {node.value === null ? null : <td>{node.value}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

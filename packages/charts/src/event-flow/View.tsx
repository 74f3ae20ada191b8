import { type CrossFilterSelection, isRecord } from '@powerset/chart-kit';
import { CustomChart } from 'echarts/charts';
import { useCallback, useMemo } from 'react';
import type { EChartOptions } from '../shared/base-options.ts';
import type { MarkEvent } from '../shared/EChart.tsx';
import { MarkView } from '../shared/MarkView.tsx';
import { toSelection } from '../shared/series-selection.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { EventFlowForm } from './form.ts';
import type { PathNode, Paths } from './paths.ts';

const parts = [CustomChart];
const maxTableRows = 100;

/** The most frequent ways through the tree, each to the step where its number is told. */
function waysOf(roots: readonly PathNode[]): readonly { readonly path: string; readonly count: number }[] {
  const ways: { path: string; count: number }[] = [];
  const walk = (nodes: readonly PathNode[], before: readonly string[]) => {
    for (const node of nodes) {
      if (ways.length >= maxTableRows) return;
      const path = [...before, node.event];
      ways.push({ path: path.join(' → '), count: node.count });
      walk(node.children, path);
    }
  };
  walk(roots, []);
  return ways;
}

function findValue(nodes: readonly PathNode[], event: string): PathNode | undefined {
  for (const node of nodes) {
    const found = node.event === event ? node : findValue(node.children, event);
    if (found) return found;
  }
  return undefined;
}

export function View(props: ChartViewProps<Paths, EChartOptions, EventFlowForm>) {
  const { model, onSelect, selectedLabels } = props;
  const selectionOf = useCallback(
    ({ data }: MarkEvent) => {
      const event = isRecord(data) && typeof data.name === 'string' ? data.name : '';
      const node = event === '' ? undefined : findValue(model.roots, event);
      return node ? toSelection([[model.eventColumn, node.value]], node.event) : null;
    },
    [model],
  );
  const pick = useCallback(
    (clicked: CrossFilterSelection) =>
      onSelect?.(selectedLabels.includes(clicked.selectedLabels[0] ?? '') ? null : clicked),
    [onSelect, selectedLabels],
  );
  const table = useMemo(
    () => (
      <table>
        <tbody>
          {waysOf(model.roots).map(({ path, count }) => (
            <tr key={path}>
              <th scope="row">{path}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    ),
    [model],
  );
  return <MarkView {...props} table={table} parts={parts} selectionOf={selectionOf} onPick={pick} />;
}

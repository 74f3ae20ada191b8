import { type CrossFilterSelection, defaultTranslate } from '@powerset/chart-kit';
import { useCallback, useMemo } from 'react';
import type { EChartOptions } from './base-options.ts';
import type { EChartProps, MarkEvent } from './EChart.tsx';
import { MarkView } from './MarkView.tsx';
import { selectionOfPath } from './path-picking.ts';
import { shownName } from './path-tooltip.ts';
import type { PathTree } from './path-tree.ts';
import type { ChartViewProps } from './view-props.ts';

const mostRows = 100;

export interface PathViewProps extends ChartViewProps<PathTree, EChartOptions> {
  readonly parts: EChartProps['parts'];
}

/** A chart of the parts of a whole: a click on one filters by all columns of its path, and once more takes that back. */
export function PathView({ parts, ...props }: PathViewProps) {
  const { model, onSelect, selectedLabels, translate = defaultTranslate } = props;
  const selectionOf = useCallback((mark: MarkEvent) => selectionOfPath(model, mark), [model]);
  const pick = useCallback(
    (clicked: CrossFilterSelection) =>
      onSelect?.(selectedLabels.includes(clicked.selectedLabels[0] ?? '') ? null : clicked),
    [onSelect, selectedLabels],
  );
  const table = useMemo(() => <PathTable tree={model} translate={translate} />, [model, translate]);
  return <MarkView {...props} parts={parts} table={table} selectionOf={selectionOf} onPick={pick} />;
}

interface PathTableProps {
  readonly tree: PathTree;
  readonly translate: NonNullable<ChartViewProps['translate']>;
}

/** The parts that have no parts of their own, the columns of their paths before their values. */
function PathTable({ tree, translate }: PathTableProps) {
  const leaves = tree.nodes.filter(({ children }) => children.length === 0).slice(0, mostRows);
  return (
    <table>
      <thead>
        <tr>
          {[...tree.dimensions, tree.metric].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {leaves.map((node) => {
          const names = node.gathered > 0 ? [...node.path, shownName(node, translate)] : node.path;
          return (
            <tr key={node.id}>
              {tree.dimensions.map((dimension, level) => (
                <th key={dimension} scope="row">
                  {names[level] ?? ''}
                </th>
              ))}
              <td>{node.value}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

import { defaultTranslate } from '@powerset/chart-kit';
import { shownName } from './path-tooltip.ts';
import type { PathTree } from './path-tree.ts';
import type { ChartViewProps } from './view-props.ts';

const mostRows = 100;

interface PathTableProps {
  readonly tree: PathTree;
  readonly translate: ChartViewProps['translate'];
}

/** The parts that have no parts of their own, the columns of their paths before their values. */
export function PathTable({ tree, translate = defaultTranslate }: PathTableProps) {
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

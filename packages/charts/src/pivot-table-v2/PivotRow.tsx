import { memo } from 'react';
import styles from '../shared/table.module.css';
import { longText } from '../shared/text-widths.ts';
import { FoldButton } from './FoldButton.tsx';
import { type Folds, foldKey, type PivotLine, selectionLabelOf } from './lines.ts';
import type { PivotModel, PivotNode } from './model.ts';
import type { PivotOptions } from './options.ts';
import { totalLabel } from './PivotHead.tsx';

export interface PivotRowProps {
  readonly row: PivotLine;
  /** Its place among all rows. */
  readonly at: number;
  readonly above: PivotLine | undefined;
  readonly columns: readonly PivotLine[];
  readonly model: PivotModel;
  readonly options: PivotOptions;
  readonly folds: Folds;
  readonly translate: (text: string, values?: Readonly<Record<string, unknown>>) => string;
  readonly onSelect: ((nodes: readonly PivotNode[]) => void) | undefined;
  readonly selectedLabels: readonly string[];
}

export const PivotRow = memo(function PivotRow(props: PivotRowProps) {
  const { row, columns, model, options, selectedLabels } = props;
  const isSum = row.kind !== 'leaf';
  const isDimmed =
    selectedLabels.length > 0 &&
    row.kind === 'leaf' &&
    !row.nodes.some((_, index) => selectedLabels.includes(selectionLabelOf(row.nodes.slice(0, index + 1))));
  const hasRowSelection = model.rows.nodes.length > 0 && isDimmed && !isColumnSelection(columns, selectedLabels);
  return (
    <tr className={styles.row} data-row={props.at} data-dimmed={hasRowSelection} data-test={`pivot-row-${row.kind}`}>
      {model.rows.levels.map((level, index) => (
        <LabelCell key={level.name} level={index} {...props} />
      ))}
      {model.rows.levels.length === 0 ? <th className={styles.cell} scope="row" /> : null}
      {columns.map((column) => {
        const figure = model.figureAt(row.path, column.path);
        const metric = model.metricAt(row.path, column.path);
        const isTotal = isSum || column.kind !== 'leaf';
        const ground = isTotal ? undefined : options.groundOf(figure, metric);
        return (
          <td
            key={`${column.kind}${foldKey(column.path)}`}
            className={`${styles.cell} ${styles.number} ${isTotal ? styles.sub : ''}`}
            style={ground ? { backgroundColor: ground } : undefined}
          >
            {options.format(figure, metric)}
          </td>
        );
      })}
    </tr>
  );
});

function isColumnSelection(columns: readonly PivotLine[], selected: readonly string[]): boolean {
  return columns.some((column) =>
    column.nodes.some((_, index) => selected.includes(selectionLabelOf(column.nodes.slice(0, index + 1)))),
  );
}

/** A key is written once for the rows below it that share it. */
function LabelCell({
  row,
  above,
  level,
  model,
  folds,
  translate,
  onSelect,
  selectedLabels,
}: PivotRowProps & { readonly level: number }) {
  const node = row.nodes[level];
  const isRepeated = node !== undefined && above?.nodes[level] === node && row.kind !== 'subtotal';
  const nodes = row.nodes.slice(0, level + 1);
  const canSelect = onSelect !== undefined && node !== undefined && nodes.some((entry) => !entry.isMetric);
  const picked = node && selectedLabels.includes(selectionLabelOf(nodes)) ? styles.picked : '';
  const isFolded = node !== undefined && folds.folded.has(foldKey(node.path));
  const hasFold = node !== undefined && node.children.length > 0 && !isRepeated && row.kind !== 'subtotal';
  return (
    <th
      dir="auto"
      scope="row"
      title={node && node.label.length > longText ? node.label : undefined}
      className={`${styles.cell} ${styles.fitted} ${level === 0 ? `${styles.label} ${styles.first}` : styles.text} ${canSelect ? styles.filter : ''} ${picked}`}
      style={{ textAlign: 'left', fontWeight: level === 0 || row.kind !== 'leaf' ? 500 : 400 }}
      onClick={canSelect ? () => onSelect(nodes) : undefined}
    >
      {hasFold ? (
        <FoldButton
          isFolded={isFolded}
          label={translate(isFolded ? 'Expand {{name}}' : 'Collapse {{name}}', { name: node.label })}
          onToggle={() => folds.toggle(node.path)}
        />
      ) : null}
      {labelText({ row, level, node, isRepeated, levelCount: model.rows.levels.length }, translate)}
    </th>
  );
}

interface LabelGiven {
  readonly row: PivotLine;
  readonly level: number;
  readonly node: PivotNode | undefined;
  readonly isRepeated: boolean;
  readonly levelCount: number;
}

function labelText({ row, level, node, isRepeated }: LabelGiven, translate: PivotRowProps['translate']): string {
  if (row.kind === 'total') return level === 0 ? totalLabel(row, translate) : '';
  if (node) return isRepeated ? '' : node.label;
  return row.kind !== 'leaf' && level === row.nodes.length ? totalLabel(row, translate) : '';
}

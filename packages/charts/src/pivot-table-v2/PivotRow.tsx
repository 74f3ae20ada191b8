import { memo } from 'react';
import styles from '../shared/table.module.css';
import { longText } from '../shared/text-widths.ts';
import { FoldButton } from './FoldButton.tsx';
import { foldKey, isFolded } from './folds.ts';
import { type PivotLine, selectionLabelOf } from './lines.ts';
import type { PivotModel, PivotNode } from './model.ts';
import type { PivotOptions } from './options.ts';
import { totalLabel } from './PivotHead.tsx';
import { heldClass, heldStyle, type PivotPlaces } from './pivot-places.ts';
import type { Folds } from './use-pivot-state.ts';

export interface PivotRowProps {
  readonly row: PivotLine;
  /** Its place among all rows. */
  readonly at: number;
  readonly above: PivotLine | undefined;
  readonly columns: readonly PivotLine[];
  readonly places: PivotPlaces;
  readonly model: PivotModel;
  readonly options: PivotOptions;
  readonly folds: Folds;
  readonly translate: (text: string, values?: Readonly<Record<string, unknown>>) => string;
  readonly onSelect: ((nodes: readonly PivotNode[]) => void) | undefined;
  readonly selectedLabels: readonly string[];
  /** What is chosen is a column, which dims no row. */
  readonly isColumnChosen: boolean;
}

export const PivotRow = memo(function PivotRow(props: PivotRowProps) {
  const { row, model, places, selectedLabels } = props;
  const isDimmed =
    selectedLabels.length > 0 &&
    row.kind === 'leaf' &&
    !row.nodes.some((_, index) => selectedLabels.includes(selectionLabelOf(row.nodes.slice(0, index + 1))));
  const hasRowSelection = model.rows.nodes.length > 0 && isDimmed && !props.isColumnChosen;
  const levelCount = Math.max(1, model.columns.levels.length);
  return (
    <tr
      className={styles.row}
      aria-rowindex={levelCount + props.at + 1}
      data-row={props.at}
      data-dimmed={hasRowSelection}
      data-test={`pivot-row-${row.kind}`}
    >
      {model.rows.levels.map((level, index) => (
        <LabelCell key={level.name} level={index} {...props} />
      ))}
      {model.rows.levels.length === 0 ? (
        <th className={`${styles.cell} ${heldClass(places, 0)}`} style={heldStyle(places, 0)} scope="row" />
      ) : null}
      {places.visible.before > 0 ? <td className={styles.cell} /> : null}
      <Figures {...props} />
      {places.visible.after > 0 ? <td className={styles.cell} /> : null}
    </tr>
  );
});

function Figures({ row, columns, places, model, options }: PivotRowProps) {
  const { first, end } = places.visible;
  return columns.slice(first, end).map((column, index) => {
    const figure = model.figureAt(row.path, column.path);
    const metric = model.metricAt(row.path, column.path);
    const isTotal = row.kind !== 'leaf' || column.kind !== 'leaf';
    const ground = isTotal ? undefined : options.groundOf(figure, metric);
    const looks = isTotal || typeof figure !== 'number' ? undefined : options.looksOf(metric);
    const sign = looks?.signOf(figure);
    return (
      <td
        key={`${column.kind}${foldKey(column.path)}`}
        aria-colindex={places.labelCount + first + index + 1}
        className={`${styles.cell} ${styles.number} ${isTotal ? styles.sub : ''}`}
        style={looks && { backgroundColor: ground, color: looks.toneOf(figure) }}
        data-column={first + index}
      >
        {sign ? (
          <span className={styles.sign} style={{ color: sign.color }} aria-hidden="true" data-test="cell-sign">
            {sign.text}
          </span>
        ) : null}
        {options.format(figure, metric)}
      </td>
    );
  });
}

/** A key is written once for the rows below it that share it. */
function LabelCell(props: PivotRowProps & { readonly level: number }) {
  const { row, above, level, model, places, translate, onSelect, selectedLabels } = props;
  const node = row.nodes[level];
  const isRepeated = node !== undefined && above?.nodes[level] === node && row.kind !== 'subtotal';
  const nodes = row.nodes.slice(0, level + 1);
  const canSelect = onSelect !== undefined && node !== undefined && nodes.some((entry) => !entry.isMetric);
  const picked = node && selectedLabels.includes(selectionLabelOf(nodes)) ? styles.picked : '';
  const hasFold = node !== undefined && node.children.length > 0 && !isRepeated && row.kind !== 'subtotal';
  return (
    <th
      dir="auto"
      scope="row"
      title={node && node.label.length > longText ? node.label : undefined}
      className={`${styles.cell} ${styles.fitted} ${level === 0 ? styles.first : styles.text} ${heldClass(places, level)} ${canSelect ? styles.filter : ''} ${picked}`}
      style={{
        textAlign: 'left',
        fontWeight: level === 0 || row.kind !== 'leaf' ? 500 : 400,
        ...heldStyle(places, level),
      }}
      onClick={canSelect ? () => onSelect(nodes) : undefined}
    >
      {hasFold ? <RowFold node={node} folds={props.folds} translate={translate} /> : null}
      {labelText({ row, level, node, isRepeated, levelCount: model.rows.levels.length }, translate)}
    </th>
  );
}

function RowFold({
  node,
  folds,
  translate,
}: Pick<PivotRowProps, 'folds' | 'translate'> & { readonly node: PivotNode }) {
  const isShut = isFolded(folds.folded, node.path);
  return (
    <FoldButton
      isFolded={isShut}
      id={`row${foldKey(node.path)}`}
      label={translate(isShut ? 'Expand {{name}}' : 'Collapse {{name}}', { name: node.label })}
      onToggle={() => folds.toggle(node.path)}
    />
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

import { memo } from 'react';
import styles from '../shared/table.module.css';
import { longText } from '../shared/text-widths.ts';
import { FoldButton } from './FoldButton.tsx';
import { foldKey, isFolded } from './folds.ts';
import { type PivotLine, type PivotSpan, selectionLabelOf, spansOf } from './lines.ts';
import type { PivotNode } from './model.ts';
import pivotStyles from './Pivot.module.css';
import { PivotCorner } from './PivotCorner.tsx';
import type { PivotHeadProps } from './pivot-head-props.ts';
import { besideKeys, headHeight } from './pivot-places.ts';
import { SortButton } from './SortButton.tsx';
import { isSortedBy, type PivotSort } from './sorted-axis.ts';

export const PivotHead = memo(function PivotHead(props: PivotHeadProps) {
  const { model, columns, places } = props;
  const levelCount = Math.max(1, model.columns.levels.length);
  const { first, end, before, after } = places.visible;
  const drawn = columns.slice(first, end);
  return (
    <thead>
      {Array.from({ length: levelCount }, (_, level) => (
        // Levels have no identity but their place.
        <tr key={level} aria-rowindex={level + 1}>
          <PivotCorner {...props} level={level} levelCount={levelCount} />
          {level === 0 && before > 0 ? <td className={styles.head} rowSpan={levelCount} /> : null}
          {spansOf(drawn, level, levelCount).map((span) => (
            <HeadCell
              key={`${span.line.kind}${foldKey(span.line.path)}`}
              span={span}
              level={level}
              levelCount={levelCount}
              at={first + drawn.indexOf(span.line)}
              {...props}
            />
          ))}
          {level === 0 && after > 0 ? <td className={styles.head} rowSpan={levelCount} /> : null}
        </tr>
      ))}
    </thead>
  );
});

interface HeadPlace {
  readonly span: PivotSpan;
  readonly level: number;
  readonly levelCount: number;
  /** The place of its first line among all columns. */
  readonly at: number;
}

function HeadCell({ span, level, levelCount, at, ...props }: PivotHeadProps & HeadPlace) {
  const { model, translate, onSelect, selectedLabels, sort, places } = props;
  const { node, line } = span;
  const isLast = level + span.depth === levelCount;
  const nodes = node ? line.nodes.slice(0, level + 1) : [];
  const canSelect = onSelect !== undefined && nodes.some((entry) => !entry.isMetric);
  const picked = node && selectedLabels.includes(selectionLabelOf(nodes)) ? styles.picked : '';
  const text = node ? node.label : totalLabel(line, translate);
  const isSorted = isLast && isSortedBy(sort, line.path);
  return (
    <th
      dir="auto"
      scope="col"
      colSpan={span.span}
      aria-colindex={places.labelCount + at + 1}
      aria-sort={ariaSort(isSorted, sort)}
      title={text.length > longText ? text : undefined}
      rowSpan={Math.max(1, span.depth)}
      className={`${styles.head} ${span.span > 1 ? '' : styles.fitted} ${styles.low} ${canSelect ? styles.filter : ''} ${picked}`}
      style={{ top: level * headHeight, textAlign: isLast || span.span === 1 ? 'right' : 'left' }}
      onClick={canSelect ? () => onSelect(nodes) : undefined}
      data-test="pivot-column-head"
      data-column={at}
      data-level={level}
    >
      <span className={span.span > 1 ? pivotStyles.inSight : ''} style={span.span > 1 ? besideKeys(places) : undefined}>
        {node && node.children.length > 0 && model.columns.levels.length > 1 ? (
          <HeadFold node={node} {...props} />
        ) : null}
        {text}
      </span>
      {isLast ? <SortButton {...{ isSorted, text, line, translate }} sort={sort} onSort={props.onSort} /> : null}
    </th>
  );
}

function HeadFold({
  node,
  folds,
  translate,
}: Pick<PivotHeadProps, 'folds' | 'translate'> & { readonly node: PivotNode }) {
  const isShut = isFolded(folds.folded, node.path);
  return (
    <FoldButton
      isFolded={isShut}
      id={`column${foldKey(node.path)}`}
      label={translate(isShut ? 'Expand {{name}}' : 'Collapse {{name}}', { name: node.label })}
      onToggle={() => folds.toggle(node.path)}
    />
  );
}

function ariaSort(isSorted: boolean, sort: PivotSort | null): 'ascending' | 'descending' | undefined {
  if (!isSorted) return undefined;
  return sort?.desc ? 'descending' : 'ascending';
}

export function totalLabel({ kind, metric }: PivotLine, translate: PivotHeadProps['translate']): string {
  if (kind === 'folded') return metric ?? '';
  const name = kind === 'total' ? translate('Total') : translate('Subtotal');
  return metric === undefined ? name : `${name}: ${metric}`;
}

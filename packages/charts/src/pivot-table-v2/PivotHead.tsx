import styles from '../shared/table.module.css';
import { longText } from '../shared/text-widths.ts';
import { FoldButton } from './FoldButton.tsx';
import { type Folds, foldKey, type PivotLine, type PivotSpan, selectionLabelOf, spansOf } from './lines.ts';
import type { PivotModel, PivotNode } from './model.ts';

export interface PivotHeadProps {
  readonly model: PivotModel;
  readonly columns: readonly PivotLine[];
  readonly folds: Folds;
  readonly translate: (text: string, values?: Readonly<Record<string, unknown>>) => string;
  readonly onSelect: ((nodes: readonly PivotNode[]) => void) | undefined;
  readonly selectedLabels: readonly string[];
}

const headHeight = 28;

export function PivotHead(props: PivotHeadProps) {
  const { model, columns } = props;
  const levelCount = Math.max(1, model.columns.levels.length);
  const rowLevels = model.rows.levels;
  return (
    <thead>
      {Array.from({ length: levelCount }, (_, level) => (
        // Levels have no identity but their place.
        <tr key={level}>
          {level === 0
            ? rowLevels.map((rowLevel, index) => (
                <th
                  key={rowLevel.name}
                  scope="col"
                  rowSpan={levelCount}
                  className={`${styles.head} ${index === 0 ? styles.corner : ''}`}
                  style={{ verticalAlign: 'bottom', paddingBottom: 6 }}
                >
                  {rowLevel.label}
                </th>
              ))
            : null}
          {level === 0 && rowLevels.length === 0 ? (
            <th className={styles.head} rowSpan={levelCount} aria-label={props.translate('Total')} />
          ) : null}
          {spansOf(columns, level, levelCount).map((span) => (
            <HeadCell
              key={`${span.line.kind}${foldKey(span.line.path)}`}
              span={span}
              level={level}
              levelCount={levelCount}
              at={columns.indexOf(span.line)}
              {...props}
            />
          ))}
        </tr>
      ))}
    </thead>
  );
}

interface HeadPlace {
  readonly span: PivotSpan;
  readonly level: number;
  readonly levelCount: number;
  /** The place of its first line among all columns. */
  readonly at: number;
}

function HeadCell({
  span,
  level,
  levelCount,
  model,
  folds,
  translate,
  onSelect,
  selectedLabels,
  at,
}: PivotHeadProps & HeadPlace) {
  const { node } = span;
  const isLast = level + span.depth === levelCount;
  const nodes = node ? span.line.nodes.slice(0, level + 1) : [];
  const canSelect = onSelect !== undefined && nodes.some((entry) => !entry.isMetric);
  const isFolded = node !== null && folds.folded.has(foldKey(node.path));
  const picked = node && selectedLabels.includes(selectionLabelOf(nodes)) ? styles.picked : '';
  const text = node ? node.label : totalLabel(span.line, translate);
  return (
    <th
      dir="auto"
      scope="col"
      colSpan={span.span}
      title={text.length > longText ? text : undefined}
      rowSpan={node ? 1 : Math.max(1, span.depth)}
      className={`${styles.head} ${styles.fitted} ${canSelect ? styles.filter : ''} ${picked}`}
      style={{
        top: level * headHeight,
        textAlign: isLast || span.span === 1 ? 'right' : 'left',
        verticalAlign: 'bottom',
        paddingBottom: 6,
      }}
      onClick={canSelect ? () => onSelect(nodes) : undefined}
      data-test="pivot-column-head"
      data-column={at}
      data-level={level}
    >
      {node && node.children.length > 0 && model.columns.levels.length > 1 ? (
        <FoldButton
          isFolded={isFolded}
          label={translate(isFolded ? 'Expand {{name}}' : 'Collapse {{name}}', { name: node.label })}
          onToggle={() => folds.toggle(node.path)}
        />
      ) : null}
      {text}
    </th>
  );
}

export function totalLabel({ kind, metric }: PivotLine, translate: PivotHeadProps['translate']): string {
  if (kind === 'folded') return metric ?? '';
  const name = kind === 'total' ? translate('Total') : translate('Subtotal');
  return metric === undefined ? name : `${name}: ${metric}`;
}

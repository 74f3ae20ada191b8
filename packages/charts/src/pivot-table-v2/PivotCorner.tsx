import styles from '../shared/table.module.css';
import { FoldButton } from './FoldButton.tsx';
import type { PivotAxis, PivotLevel } from './model.ts';
import pivotStyles from './Pivot.module.css';
import type { PivotHeadProps } from './pivot-head-props.ts';
import { headHeight, heldClass, heldStyle } from './pivot-places.ts';
import type { Folds } from './use-pivot-state.ts';

interface CornerProps extends PivotHeadProps {
  readonly level: number;
  readonly levelCount: number;
}

/** Above the keys of the rows: the names of the levels, each with what folds all of its keys. */
export function PivotCorner({ level, levelCount, ...props }: CornerProps) {
  const { model, places, translate } = props;
  const rowLevels = model.rows.levels;
  const isLast = level === levelCount - 1;
  const style = { top: level * headHeight };
  if (rowLevels.length === 0)
    return (
      <th className={`${styles.head} ${heldClass(places, 0)}`} style={{ ...style, ...heldStyle(places, 0) }}>
        {isLast ? (
          <span className={pivotStyles.unseen}>{translate('Total')}</span>
        ) : (
          <ColumnLevel {...props} at={level} />
        )}
      </th>
    );
  return rowLevels.map((rowLevel, index) => (
    <th
      key={rowLevel.name}
      scope="col"
      className={`${styles.head} ${styles.low} ${heldClass(places, index)} ${isLast ? '' : pivotStyles.quiet}`}
      style={{ ...style, ...heldStyle(places, index) }}
    >
      {isLast ? (
        <LevelName level={rowLevel} at={index} axis={model.rows} folds={props.rowFolds} translate={translate} />
      ) : null}
      {!isLast && index === 0 ? <ColumnLevel {...props} at={level} /> : null}
    </th>
  ));
}

function ColumnLevel({ model, folds, translate, at }: PivotHeadProps & { readonly at: number }) {
  const level = model.columns.levels[at];
  return level ? <LevelName level={level} at={at} axis={model.columns} folds={folds} translate={translate} /> : null;
}

interface LevelNameProps extends Pick<PivotHeadProps, 'translate'> {
  readonly level: PivotLevel;
  readonly at: number;
  readonly axis: PivotAxis;
  readonly folds: Folds;
}

/** A level that has another below it folds and unfolds as a whole. */
function LevelName({ level, at, axis, folds, translate }: LevelNameProps) {
  const depth = at + 1;
  const name = level.isMetric ? translate('Metric') : level.label;
  // One metric alone is no group of anything.
  const isGroup = depth < axis.levels.length && !(level.isMetric && axis.split === null);
  const isShut = folds.folded.levels.has(depth);
  return (
    <>
      {isGroup ? (
        <FoldButton
          isFolded={isShut}
          id={`level${axis.levels.length}.${depth}`}
          label={translate(isShut ? 'Expand all: {{name}}' : 'Collapse all: {{name}}', { name })}
          onToggle={() => folds.toggleLevel(depth, !isShut)}
        />
      ) : null}
      {isGroup || !level.isMetric ? name : ''}
    </>
  );
}

import { defaultTranslate } from '@powerset/chart-kit';
import { useCallback, useMemo, useRef } from 'react';
import { askMenu } from '../shared/ask-menu.ts';
import { maxPictureRows } from '../shared/chart-pictures.ts';
import styles from '../shared/table.module.css';
import { formatTableNumber } from '../shared/table-numbers.ts';
import { mostOfText } from '../shared/text-widths.ts';
import { useLabel } from '../shared/use-label.ts';
import { useRendered } from '../shared/use-rendered.ts';
import { useVisibleRows } from '../shared/use-visible-rows.ts';
import { useWordsPicture } from '../shared/use-words-picture.ts';
import { askedAt } from './asked-cell.ts';
import { copiedPivot } from './cells.ts';
import { toLines } from './lines.ts';
import { PivotTable } from './PivotTable.tsx';
import { rowHeight } from './pivot-places.ts';
import type { PivotLines, PivotProps } from './pivot-props.ts';
import { sortedRows } from './sorted-axis.ts';
import { pivotStatement } from './statement.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { type PivotState, usePivotState } from './use-pivot-state.ts';

export function View(props: PivotProps) {
  const { model, width, height, onRendered, form, options } = props;
  const translate = props.translate ?? defaultTranslate;
  const scroller = useRef<HTMLElement>(null);
  const state = usePivotState(props);
  const lines = useLines(props, state);
  const isWhole = useWordsPicture(scroller);
  const visible = useVisibleRows(scroller, { count: lines.rows.length, rowHeight, height, isWhole });
  const statement = useCallback(
    () => pivotStatement({ model, options, form }, translate),
    [model, options, form, translate],
  );
  const label = useLabel(props.title ?? props.definition.name, statement);
  useRendered(model, onRendered);
  useKeptFocus(scroller, lines);
  return (
    <section
      ref={scroller}
      className={`${styles.scroller} ${styles.alone}`}
      style={{ ...mostOfText(width), height }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard to be scrolled by it
      tabIndex={0}
      aria-label={label}
      data-test="pivot-table"
      onContextMenu={(event) =>
        askMenu(event, props.onContextMenu, (target) => ({
          ...(askedAt(target, { ...props, ...lines }) ?? noMark),
          cells: { rows: lines.rows.length, read: () => copiedPivot(model, lines, translate) },
        }))
      }
    >
      <PivotTable {...props} {...{ translate, state, lines, visible, isWhole, scroller }} />
      {isWhole && lines.rows.length > maxPictureRows ? (
        <p className={styles.nothing}>
          {translate('{{from}} – {{to}} of {{total}}', {
            from: formatTableNumber(1),
            to: formatTableNumber(maxPictureRows),
            total: formatTableNumber(lines.rows.length),
          })}
        </p>
      ) : null}
    </section>
  );
}

const noMark = { selection: null, mark: null };

function useLines({ model, options }: PivotProps, { rowFolds, columnFolds, sort }: PivotState): PivotLines {
  const ordered = useMemo(() => sortedRows(model, sort), [model, sort]);
  const rows = useMemo(
    () => toLines(ordered, { ...options.rowRules, folded: rowFolds.folded }),
    [ordered, options, rowFolds.folded],
  );
  const columns = useMemo(
    () => toLines(model.columns, { ...options.columnRules, folded: columnFolds.folded }),
    [model, options, columnFolds.folded],
  );
  return useMemo(() => ({ rows, columns }), [rows, columns]);
}

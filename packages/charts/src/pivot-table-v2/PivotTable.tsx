import { type RefObject, useMemo } from 'react';
import styles from '../shared/table.module.css';
import type { VisibleColumns } from '../shared/table-layout.ts';
import { useVisibleColumns } from '../shared/use-visible-columns.ts';
import type { VisibleRows } from '../shared/use-visible-rows.ts';
import { selectionOf } from './asked-cell.ts';
import { type FixedWidths, fixedWidths } from './fixed-widths.ts';
import { foldKey } from './folds.ts';
import { type PivotLine, selectionLabelOf } from './lines.ts';
import type { PivotAxis, PivotNode } from './model.ts';
import pivotStyles from './Pivot.module.css';
import { PivotHead } from './PivotHead.tsx';
import { PivotRow } from './PivotRow.tsx';
import type { PivotPlaces } from './pivot-places.ts';
import type { PivotLines, PivotProps } from './pivot-props.ts';
import type { PivotState } from './use-pivot-state.ts';

interface TableProps extends PivotProps {
  readonly translate: NonNullable<PivotProps['translate']>;
  readonly state: PivotState;
  readonly lines: PivotLines;
  readonly visible: VisibleRows;
  readonly isWhole: boolean;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** The lines in sight, their heads, and the space of the others. */
export function PivotTable({ state, lines, visible, isWhole, scroller, ...props }: TableProps) {
  const { model, options, translate, selectedLabels } = props;
  const { rows, columns } = lines;
  const places = usePlaces(scroller, { lines, model, options, width: props.width, isWhole });
  const onSelectRow = useSelect(model.rows, props);
  const onSelectColumn = useSelect(model.columns, props);
  const isColumnChosen = useMemo(() => isSelectionOf(columns, selectedLabels), [columns, selectedLabels]);
  const { fixed } = places;
  return (
    <table
      className={`${styles.table} ${fixed ? pivotStyles.fixed : ''}`}
      aria-rowcount={rows.length + Math.max(1, model.columns.levels.length)}
      aria-colcount={places.labelCount + columns.length}
    >
      {fixed ? <ColumnWidths fixed={fixed} visible={places.visible} /> : null}
      <PivotHead
        {...{ model, columns, places, translate, selectedLabels }}
        folds={state.columnFolds}
        rowFolds={state.rowFolds}
        sort={state.sort}
        onSort={state.sortBy}
        onSelect={onSelectColumn}
      />
      <tbody>
        {visible.before > 0 ? <tr style={{ height: visible.before }} /> : null}
        {rows.slice(visible.first, visible.end).map((row, index) => (
          <PivotRow
            key={`${row.kind}${foldKey(row.path)}`}
            {...{ row, columns, places, model, options, translate, selectedLabels, isColumnChosen }}
            at={visible.first + index}
            above={index === 0 ? undefined : rows[visible.first + index - 1]}
            folds={state.rowFolds}
            onSelect={onSelectRow}
          />
        ))}
        {visible.after > 0 ? <tr style={{ height: visible.after }} data-not-drawn={isWhole || undefined} /> : null}
      </tbody>
    </table>
  );
}

interface PlacesGiven extends Pick<PivotProps, 'model' | 'options' | 'width'> {
  readonly lines: PivotLines;
  readonly isWhole: boolean;
}

const noWidths: readonly number[] = [];

function usePlaces(scroller: RefObject<HTMLElement | null>, given: PlacesGiven): PivotPlaces {
  const { lines, model, options, width, isWhole } = given;
  const fixed = useMemo(() => fixedWidths(lines, { model, options, width }), [lines, model, options, width]);
  const held = fixed?.labels.slice(0, fixed.held).reduce((sum, label) => sum + label, 0) ?? 0;
  const seen = useVisibleColumns(scroller, {
    widths: fixed?.columns ?? noWidths,
    pinnedCount: 0,
    width: Math.max(0, width - held),
    isWhole,
  });
  const count = lines.columns.length;
  return useMemo(
    () => ({
      fixed,
      visible: fixed ? seen : { first: 0, end: count, before: 0, after: 0 },
      labelCount: Math.max(1, model.rows.levels.length),
    }),
    [fixed, seen, count, model],
  );
}

function ColumnWidths({ fixed, visible }: { readonly fixed: FixedWidths; readonly visible: VisibleColumns }) {
  const { first, end, before, after } = visible;
  const widths = [
    ...fixed.labels,
    ...(before > 0 ? [before] : []),
    ...fixed.columns.slice(first, end),
    ...(after > 0 ? [after] : []),
  ];
  return (
    <colgroup>
      {widths.map((width, at) => (
        <col key={at} style={{ width }} />
      ))}
    </colgroup>
  );
}

function useSelect(axis: PivotAxis, { onSelect, selectedLabels, form }: PivotProps) {
  return useMemo(
    () => onSelect && ((nodes: readonly PivotNode[]) => onSelect(selectionOf(axis, nodes, { selectedLabels, form }))),
    [axis, onSelect, selectedLabels, form],
  );
}

const isSelectionOf = (lines: readonly PivotLine[], selected: readonly string[]): boolean =>
  selected.length > 0 &&
  lines.some(({ nodes }) => nodes.some((_, index) => selected.includes(selectionLabelOf(nodes.slice(0, index + 1)))));

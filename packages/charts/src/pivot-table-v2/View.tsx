import { type CrossFilterSelection, defaultTranslate, temporalRangeOf } from '@powerset/chart-kit';
import { useCallback, useMemo, useRef, useState } from 'react';
import { maxPictureRows } from '../shared/chart-pictures.ts';
import styles from '../shared/table.module.css';
import { formatTableNumber } from '../shared/table-numbers.ts';
import { mostOfText } from '../shared/text-widths.ts';
import { useLabel } from '../shared/use-label.ts';
import { useRendered } from '../shared/use-rendered.ts';
import { useVisibleRows } from '../shared/use-visible-rows.ts';
import { useWordsPicture } from '../shared/use-words-picture.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { PivotForm } from './form.ts';
import { type Folds, foldKey, selectionLabelOf, toLines } from './lines.ts';
import type { PivotAxis, PivotModel, PivotNode } from './model.ts';
import type { PivotOptions } from './options.ts';
import { PivotHead } from './PivotHead.tsx';
import { PivotRow } from './PivotRow.tsx';
import { pivotStatement } from './statement.ts';

type Props = ChartViewProps<PivotModel, PivotOptions, PivotForm>;

const rowHeight = 29;

export function View(props: Props) {
  const { model, options, width, height, onRendered, selectedLabels } = props;
  const translate = props.translate ?? defaultTranslate;
  const rowFolds = useFolds();
  const columnFolds = useFolds();
  const rows = useMemo(
    () => toLines(model.rows, { ...options.rowRules, folded: rowFolds.folded }),
    [model, options, rowFolds.folded],
  );
  const columns = useMemo(
    () => toLines(model.columns, { ...options.columnRules, folded: columnFolds.folded }),
    [model, options, columnFolds.folded],
  );
  const { form } = props;
  const statement = useCallback(
    () => pivotStatement({ model, options, form }, translate),
    [model, options, form, translate],
  );
  const label = useLabel(props.title ?? props.definition.name, statement);
  const scroller = useRef<HTMLElement>(null);
  const isWhole = useWordsPicture(scroller);
  const visible = useVisibleRows(scroller, { count: rows.length, rowHeight, height, isWhole });
  useRendered(model, onRendered);
  const select = (axis: PivotAxis) => (nodes: readonly PivotNode[]) =>
    props.onSelect?.(selectionOf(axis, nodes, props));
  return (
    <section
      ref={scroller}
      className={`${styles.scroller} ${styles.alone}`}
      style={{ ...mostOfText(width), height }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard to be scrolled by it
      tabIndex={0}
      aria-label={label}
      data-test="pivot-table"
    >
      <table className={styles.table}>
        <PivotHead
          model={model}
          columns={columns}
          folds={columnFolds}
          translate={translate}
          onSelect={props.onSelect ? select(model.columns) : undefined}
          selectedLabels={selectedLabels}
        />
        <tbody>
          {visible.before > 0 ? <tr style={{ height: visible.before }} /> : null}
          {rows.slice(visible.first, visible.end).map((row, index) => (
            <PivotRow
              key={`${row.kind}${foldKey(row.path)}`}
              row={row}
              above={index === 0 ? undefined : rows[visible.first + index - 1]}
              columns={columns}
              model={model}
              options={options}
              folds={rowFolds}
              translate={translate}
              onSelect={props.onSelect ? select(model.rows) : undefined}
              selectedLabels={selectedLabels}
            />
          ))}
          {visible.after > 0 ? <tr style={{ height: visible.after }} data-not-drawn={isWhole || undefined} /> : null}
        </tbody>
      </table>
      {isWhole && rows.length > maxPictureRows ? (
        <p className={styles.nothing}>
          {translate('{{from}} – {{to}} of {{total}}', {
            from: formatTableNumber(1),
            to: formatTableNumber(maxPictureRows),
            total: formatTableNumber(rows.length),
          })}
        </p>
      ) : null}
    </section>
  );
}

function useFolds(): Folds {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  return {
    folded,
    toggle: (path) =>
      setFolded((before) => {
        const key = foldKey(path);
        const after = new Set(before);
        if (!after.delete(key)) after.add(key);
        return after;
      }),
  };
}

/** A key with those above it is a filter; metrics are none. */
function selectionOf(
  axis: PivotAxis,
  nodes: readonly PivotNode[],
  { selectedLabels, form }: Props,
): CrossFilterSelection | null {
  const keys = nodes.map((node, index) => ({ node, level: axis.levels[index] })).filter(({ node }) => !node.isMetric);
  const label = selectionLabelOf(nodes);
  if (keys.length === 0 || selectedLabels.includes(label)) return null;
  const grain = form.time_grain_sqla;
  const temporal = form.temporal_columns_lookup;
  const isTemporal = (name: string) => temporal[name] === true;
  return {
    selectedLabels: [label],
    filters: keys.map(({ node, level }) => {
      const column = level?.name ?? '';
      if (node.value === null) return { column, op: 'IS NULL', values: [] };
      if (typeof node.value === 'number' && isTemporal(column))
        return { column, op: 'TEMPORAL_RANGE', values: [temporalRangeOf(node.value, grain)] };
      return { column, op: 'IN', values: [node.value] };
    }),
  };
}

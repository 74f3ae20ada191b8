import { type CrossFilterSelection, defaultTranslate } from '@powerset/chart-kit';
import { useCallback, useMemo, useRef, useState } from 'react';
import { askMenu } from '../shared/ask-menu.ts';
import { maxPictureRows } from '../shared/chart-pictures.ts';
import { type MarkFilter, timeFilter, valueFilter } from '../shared/mark-facts.ts';
import styles from '../shared/table.module.css';
import { formatTableNumber } from '../shared/table-numbers.ts';
import { mostOfText } from '../shared/text-widths.ts';
import { useLabel } from '../shared/use-label.ts';
import { useRendered } from '../shared/use-rendered.ts';
import { useVisibleRows } from '../shared/use-visible-rows.ts';
import { useWordsPicture } from '../shared/use-words-picture.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { PivotForm } from './form.ts';
import { type Folds, foldKey, type PivotLine, selectionLabelOf, toLines } from './lines.ts';
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
      onContextMenu={(event) =>
        askMenu(event, props.onContextMenu, (target) => askedAt(target, { ...props, rows, columns }))
      }
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
              at={visible.first + index}
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
  { selectedLabels, form }: Pick<Props, 'selectedLabels' | 'form'>,
): CrossFilterSelection | null {
  const filters = filtersOf(axis, nodes, form);
  const label = selectionLabelOf(nodes);
  if (filters.length === 0 || selectedLabels.includes(label)) return null;
  return { selectedLabels: [label], filters: filters.map(({ column, op, values }) => ({ column, op, values })) };
}

function filtersOf(axis: PivotAxis, nodes: readonly PivotNode[], form: PivotForm): readonly MarkFilter[] {
  const isTemporal = (name: string) => form.temporal_columns_lookup[name] === true;
  return nodes.flatMap(({ isMetric, value, label }, index) => {
    const column = axis.levels[index]?.name ?? '';
    if (isMetric) return [];
    return typeof value === 'number' && isTemporal(column)
      ? timeFilter(column, value, { grain: form.time_grain_sqla, label })
      : valueFilter(column, value, label);
  });
}

interface Lines extends Props {
  readonly rows: readonly PivotLine[];
  readonly columns: readonly PivotLine[];
}

/** What stands at a cell: the keys of its row and of its column; of a key's own cell those down to it. */
function askedAt(target: Element, props: Lines) {
  const { model, options, form, rows, columns } = props;
  const cell = target.closest<HTMLTableCellElement>('td, th');
  const levels = Math.max(1, model.rows.levels.length);
  const row = rows[Number(cell?.closest('tr')?.dataset.row ?? Number.NaN)];
  const column = columns[Number(cell?.dataset.column ?? (cell?.cellIndex ?? 0) - levels)];
  if (!cell || (!row && !column)) return null;
  const isKey = cell.tagName === 'TH';
  const down = row ? row.nodes.slice(0, isKey ? cell.cellIndex + 1 : undefined) : [];
  const across = isKey && row ? [] : (column?.nodes.slice(0, Number(cell.dataset.level ?? 99) + 1) ?? []);
  const filters = [...filtersOf(model.rows, down, form), ...filtersOf(model.columns, across, form)];
  const isFigure = !isKey && row && column;
  const value = isFigure
    ? options.format(model.figureAt(row.path, column.path), model.metricAt(row.path, column.path))
    : [...down, ...across].at(-1)?.label;
  const given = { selectedLabels: [], form };
  return {
    selection: selectionOf(model.rows, down, given) ?? selectionOf(model.columns, across, given),
    mark: { label: [...down, ...across].map(({ label }) => label).join(', '), filters, value: value ?? null },
  };
}

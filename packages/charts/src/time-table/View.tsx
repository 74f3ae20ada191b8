import { defaultTranslate } from '@powerset/chart-kit';
import { columnLabel } from '@powerset/contract';
import { useCallback, useMemo, useRef, useState } from 'react';
import { SortCaret } from '../shared/SortCaret.tsx';
import { toSelection } from '../shared/series-selection.ts';
import shared from '../shared/table.module.css';
import { nextSort, type TableSort } from '../shared/table-sorts.ts';
import { mostOfText } from '../shared/text-widths.ts';
import { useLabel } from '../shared/use-label.ts';
import { useRendered } from '../shared/use-rendered.ts';
import { useVisibleRows } from '../shared/use-visible-rows.ts';
import { useWordsPicture } from '../shared/use-words-picture.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { TimeTableForm } from './form.ts';
import type { TimeCell, TimeRow, TimeTableOptions } from './options.ts';
import { SparkLine } from './SparkLine.tsx';
import type { SeriesRow, TimeTable } from './series-rows.ts';
import styles from './View.module.css';

type Props = ChartViewProps<TimeTable, TimeTableOptions, TimeTableForm>;

const nameKey = 'name';

export function View(props: Props) {
  const { model, options, width, height, title, definition, onRendered } = props;
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const isWhole = useWordsPicture(frame);
  const [sort, setSort] = useState<TableSort | null>(null);
  const rows = useMemo(() => sortRows(options.rows, sort), [options.rows, sort]);
  const { rowHeight } = options;
  const visible = useVisibleRows(scroller, { count: rows.length, rowHeight, height, isWhole });
  const statement = useCallback(() => options.statement, [options.statement]);
  const label = useLabel(title ?? definition.name, statement);
  useRendered(model, onRendered);
  return (
    <div ref={frame} className={shared.frame} style={{ width, height, ...mostOfText(width) }} data-test="time-table">
      <section
        ref={scroller}
        className={shared.scroller}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard to be scrolled by it
        tabIndex={0}
      >
        <table className={shared.table}>
          <Head {...props} sort={sort} onSort={(key, isFalling) => setSort(nextSort(sort, key, isFalling))} />
          <tbody>
            {visible.before > 0 ? <tr style={{ height: visible.before }} /> : null}
            {rows.slice(visible.first, visible.end).map((row) => (
              <Row key={`${row.row.metric} ${row.row.name}`} {...props} drawn={row} />
            ))}
            {visible.after > 0 ? <tr style={{ height: visible.after }} data-not-drawn={isWhole || undefined} /> : null}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** By name, or by the place of a column; what has no value is last. */
function sortRows(rows: readonly TimeRow[], sort: TableSort | null): readonly TimeRow[] {
  if (!sort) return rows;
  const direction = sort.desc ? -1 : 1;
  const collator = new Intl.Collator(undefined, { numeric: true });
  if (sort.key === nameKey) return [...rows].sort((a, b) => direction * collator.compare(a.row.name, b.row.name));
  const figureOf = ({ cells }: TimeRow) => cells[Number(sort.key)]?.value ?? null;
  return [...rows].sort((a, b) => {
    const [left, right] = [figureOf(a), figureOf(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return direction * (left - right);
  });
}

interface HeadProps extends Props {
  readonly sort: TableSort | null;
  readonly onSort: (key: string, startsDescending: boolean) => void;
}

function Head({ options, form, sort, onSort, translate = defaultTranslate }: HeadProps) {
  const name = form.groupby.length > 0 ? form.groupby.map(columnLabel).join(', ') : translate('Metric');
  const heads = [
    { key: nameKey, label: name, hint: '', isNumber: false },
    ...options.columns.map(({ label, hint, isSpark }, at) => ({ key: String(at), label, hint, isNumber: !isSpark })),
  ];
  const orderOf = (key: string) => {
    if (sort?.key !== key) return undefined;
    return sort.desc ? 'descending' : 'ascending';
  };
  return (
    <thead>
      <tr>
        {heads.map(({ key, label, hint, isNumber }) => (
          <th
            key={key}
            scope="col"
            className={`${shared.head} ${key === nameKey ? styles.corner : ''}`}
            style={{ textAlign: isNumber ? 'right' : 'left' }}
            title={hint || undefined}
            aria-sort={orderOf(key)}
          >
            <button type="button" className={shared.sort} onClick={() => onSort(key, key !== nameKey)}>
              {label}
              {sort?.key === key ? <SortCaret isDescending={sort.desc} /> : null}
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Row({ drawn, options, form, selectedLabels, onSelect }: Props & { readonly drawn: TimeRow }) {
  const { row, address, cells } = drawn;
  const isPicked = selectedLabels.includes(row.name);
  const onPick =
    onSelect && row.groups.length > 0 ? () => onSelect(isPicked ? null : selectionOfRow(row, form)) : undefined;
  return (
    <tr
      className={shared.row}
      style={{ height: options.rowHeight }}
      data-dimmed={selectedLabels.length > 0 && !isPicked}
      data-test="table-row"
    >
      <th
        scope="row"
        dir="auto"
        className={`${shared.cell} ${shared.first} ${styles.name}`}
        style={{ textAlign: 'start' }}
      >
        <RowName name={row.name} address={address} onPick={onPick} />
      </th>
      {cells.map((cell, at) => (
        <Cell key={at} cell={cell} isSpark={options.columns[at]?.isSpark ?? false} color={options.color} />
      ))}
    </tr>
  );
}

function selectionOfRow(row: SeriesRow, form: TimeTableForm) {
  return toSelection(
    form.groupby.map((column, at) => [columnLabel(column), row.groups[at] ?? null]),
    row.name,
  );
}

interface NameProps {
  readonly name: string;
  readonly address: string | null;
  readonly onPick: (() => void) | undefined;
}

function RowName({ name, address, onPick }: NameProps) {
  if (address !== null)
    return (
      <a className={styles.link} href={address} title={name} target="_blank" rel="noreferrer noopener">
        {name}
      </a>
    );
  if (!onPick) return <span title={name}>{name}</span>;
  return (
    <button type="button" className={styles.choice} title={name} onClick={onPick}>
      {name}
    </button>
  );
}

function Cell({
  cell,
  isSpark,
  color,
}: {
  readonly cell: TimeCell;
  readonly isSpark: boolean;
  readonly color: string;
}) {
  const { text, value, hint, spark } = cell;
  const classes = [shared.cell, isSpark ? '' : shared.number, value === null ? shared.none : ''];
  return (
    <td className={classes.filter(Boolean).join(' ')} style={{ color: cell.color }} title={hint}>
      {spark ? <SparkLine cell={spark} color={color} /> : text}
    </td>
  );
}

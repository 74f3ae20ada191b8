import type { WireFigureChange, WireFigureColumn, WireFigureComparison } from '@powerset/contract';
import { Button, DataGrid, fetchFromMemory, type GridColumn, type GridValue, textRoles } from '@powerset/ui';
import { useMemo, useState } from 'react';
import { useLanguage, useT } from '../i18n/index.ts';
import styles from './Figures.module.css';
import { differencesIn, differenceText, largestChange, pairTexts, rowText, shareText } from './figure-words.ts';

type T = ReturnType<typeof useT>;

export interface FigureTableProps {
  readonly comparison: WireFigureComparison;
  readonly grain: string | null;
  /** Of the older and the newer version. */
  readonly labels: readonly [string, string];
}

const kinds = ['changed', 'gone', 'added'] as const;
type Kind = (typeof kinds)[number];

/** Which figures of two answers differ: in a sentence, with what bounds it, and row by row. */
export function FigureTable({ comparison, grain, labels }: FigureTableProps) {
  const t = useT();
  const [chosen, setChosen] = useState<readonly Kind[]>(kinds);
  const there = kinds.filter((kind) => comparison[kind] > 0);
  const shown = there.filter((kind) => chosen.includes(kind));
  const changes = comparison.changes.filter(({ kind }) => shown.length === 0 || shown.includes(kind));
  const words = { changed: t('Changed'), gone: t('Gone'), added: t('Added') };
  const toggle = (kind: Kind) =>
    setChosen(kinds.filter((one) => (one === kind ? !chosen.includes(one) : chosen.includes(one))));
  return (
    <div className={styles.figures}>
      <Summary comparison={comparison} grain={grain} />
      <Notes comparison={comparison} labels={labels} />
      {there.length > 1 ? (
        <fieldset className={styles.kinds} aria-label={t('Change')}>
          {there.map((kind) => (
            <Button
              key={kind}
              size="small"
              isOn={chosen.includes(kind)}
              aria-pressed={chosen.includes(kind)}
              onClick={() => toggle(kind)}
            >
              {words[kind]} {comparison[kind]}
            </Button>
          ))}
        </fieldset>
      ) : null}
      {changes.length > 0 ? (
        <Changes changes={changes} columns={comparison.columns} grain={grain} labels={labels} />
      ) : null}
    </div>
  );
}

type Part = Omit<FigureTableProps, 'labels'>;

function Summary({ comparison, grain }: Part) {
  const t = useT();
  const language = useLanguage();
  const { figures, changed } = comparison;
  if (differencesIn([comparison]) === 0)
    return (
      <p role="status">
        {figures === 0 ? t('They are the same.') : t('All {{count}} figures are the same.', { count: figures })}
      </p>
    );
  const largest = largestChange(comparison);
  const column = comparison.columns.find(({ name }) => name === largest?.column);
  const style = { grain, language };
  const [before, after] =
    largest && column ? pairTexts(largest.before, largest.after, { column, ...style }) : [null, null];
  const row = largest ? rowText(largest, comparison.columns, style) : '';
  return (
    <p role="status" className={styles.summary}>
      {figures > 0 ? t('{{changed}} of {{count}} figures changed.', { changed, count: figures }) : null}{' '}
      {column
        ? t('Largest: {{figure}} from {{before}} to {{after}}.', {
            figure: row ? `${column.label} (${row})` : column.label,
            before: before ?? nothing,
            after: after ?? nothing,
          })
        : null}
    </p>
  );
}

const nothing = '–';

function Notes({ comparison, labels }: Omit<FigureTableProps, 'grain'>) {
  const t = useT();
  const notes = notesOf(comparison, labels, t);
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note} className={textRoles.muted}>
          {note}
        </li>
      ))}
    </ul>
  );
}

function notesOf(
  comparison: WireFigureComparison,
  [before, after]: readonly [string, string],
  t: T,
): readonly string[] {
  const { columns, limits, is_matched: isMatched, paired, changes } = comparison;
  const only = (place: 'before' | 'after', version: string) => {
    const names = columns.filter((column) => column.in === place).map(({ label }) => label);
    return names.length === 0 ? [] : [t('Only in {{version}}: {{names}}', { version, names: names.join(', ') })];
  };
  const cut = (count: number | null, version: string) =>
    count === null
      ? []
      : [t('{{version}}: only the first {{count}} rows are compared, there may be more.', { version, count })];
  const told = changes.length;
  const all = comparison.changed + rowsOf(comparison, 'gone') + rowsOf(comparison, 'added');
  return [
    ...(isMatched
      ? []
      : [t('The two versions have no column in common that names their rows, so no figures are matched.')]),
    ...only('before', before),
    ...only('after', after),
    ...cut(limits.before, before),
    ...cut(limits.after, after),
    ...(paired > 0
      ? [t('{{count}} rows share their key with others and were paired in their order', { count: paired })]
      : []),
    ...(told < all ? [t('The first {{shown}} of {{count}} are shown.', { shown: told, count: all })] : []),
  ];
}

/** How many lines rows of one kind make, where none is left out; at least so many as there are rows. */
function rowsOf({ changes, ...comparison }: WireFigureComparison, kind: 'gone' | 'added'): number {
  const lines = changes.filter((change) => change.kind === kind);
  const rows = lines.filter(({ column }) => column === lines[0]?.column).reduce((sum, one) => sum + one.rows, 0);
  return rows < comparison[kind] && lines.length >= 500 ? Math.max(lines.length + 1, comparison[kind]) : lines.length;
}

interface ChangesProps {
  readonly changes: readonly WireFigureChange[];
  readonly columns: readonly WireFigureColumn[];
  readonly grain: string | null;
  readonly labels: readonly [string, string];
}

function Changes({ changes, columns, grain, labels }: ChangesProps) {
  const t = useT();
  const language = useLanguage();
  const grid = useMemo(
    () => toGrid({ changes, columns, grain, labels }, t, language),
    [changes, columns, grain, labels, t, language],
  );
  return (
    <div className={styles.rows} style={{ height: gridHeight(changes.length) }}>
      <DataGrid
        label={t('Differences')}
        columns={grid.columns}
        rowCount={changes.length}
        resultKey={grid.key}
        firstWindow={{ offset: 0, columns: grid.values }}
        fetchWindow={fetchFromMemory(grid.values)}
      />
    </div>
  );
}

const [headPx, rowPx, mostPx] = [50, 28, 360];

/** As high as its rows, up to where they are scrolled. */
export const gridHeight = (rows: number): number => Math.min(mostPx, headPx + rows * rowPx);

function toGrid({ changes, columns, grain, labels }: ChangesProps, t: T, language: string) {
  const style = { grain, language };
  const words = { changed: t('Changed'), gone: t('Gone'), added: t('Added') };
  const byName = new Map(columns.map((column) => [column.name, column]));
  const keys = columns.filter(({ role }) => role === 'key');
  const hasFigures = changes.some(({ column }) => column !== null);
  const hasOne = columns.filter(({ role }) => role !== 'key').length === 1;
  const hasDifferences = changes.some(({ difference }) => difference !== null);
  const columnOf = (change: WireFigureChange) => byName.get(change.column ?? '');
  const pairs = changes.map((change) => {
    const column = columnOf(change);
    return column ? pairTexts(change.before, change.after, { column, ...style }) : [null, null];
  });
  const parts: readonly (readonly [GridColumn, readonly GridValue[]])[] = [
    // Where all are of one kind the sentence above has said it.
    ...(changes.some(({ kind }) => kind !== 'changed')
      ? ([[{ name: t('Change'), type: 'string', width: 84 }, changes.map(({ kind }) => words[kind])]] as const)
      : []),
    ...keys.map((key, index): readonly [GridColumn, readonly GridValue[]] => [
      { name: key.label, type: 'string' },
      changes.map((change) => rowText({ ...change, key: [change.key[index] ?? null] }, [key], style)),
    ]),
    ...(hasFigures
      ? ([
          // The only one stands in the sentence above; its differences have the room.
          ...(hasOne
            ? []
            : ([
                [{ name: t('Metric'), type: 'string' }, changes.map((change) => columnOf(change)?.label ?? null)],
              ] as const)),
          [{ name: labels[0], type: 'number', digits: 'plain' }, pairs.map(([before]) => before ?? null)],
          [{ name: labels[1], type: 'number', digits: 'plain' }, pairs.map(([, after]) => after ?? null)],
        ] as const)
      : []),
    ...(hasDifferences
      ? ([
          [
            { name: t('Difference'), type: 'number', digits: 'plain', width: 104 },
            changes.map((change) => {
              const column = columnOf(change);
              return column ? differenceText(change.difference, column, style) : null;
            }),
          ],
          [
            { name: '%', type: 'number', digits: 'plain', width: 76 },
            changes.map(({ share }) => shareText(share, style)),
          ],
        ] as const)
      : []),
    ...(changes.some(({ rows }) => rows > 1)
      ? ([[{ name: t('Rows'), type: 'number', width: 80 }, changes.map(({ rows }) => rows)]] as const)
      : []),
  ];
  return {
    columns: parts.map(([column]) => column),
    values: parts.map(([, values]) => values),
    key: JSON.stringify([changes.length, changes[0], labels]),
  };
}

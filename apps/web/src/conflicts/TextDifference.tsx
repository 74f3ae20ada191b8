import { useMemo, useState } from 'react';
import { useT } from '../i18n/index.ts';
import { type LinePair, pairLines } from './lines.ts';
import styles from './TextDifference.module.css';

export interface TextDifferenceProps {
  readonly left: string;
  readonly right: string;
  readonly leftLabel: string;
  readonly rightLabel: string;
}

/** Unchanged lines that stay in sight beside a change. */
const near = 3;
/** Rows that are drawn until more are asked for. */
const rowsAtOnce = 1000;

/** Two texts side by side, with numbered lines; what is the same far from any change is folded away. */
export function TextDifference({ left, right, leftLabel, rightLabel }: TextDifferenceProps) {
  const t = useT();
  const [most, setMost] = useState(rowsAtOnce);
  const rows = useMemo(() => foldSame(pairLines(left, right)), [left, right]);
  return (
    <div className={styles.scroll}>
      <table className={styles.lines}>
        <colgroup>
          <col className={styles.numbers} />
          <col />
          <col className={styles.numbers} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th colSpan={2} scope="col">
              {leftLabel}
            </th>
            <th colSpan={2} scope="col">
              {rightLabel}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map((row) =>
            'kind' in row ? (
              <LineRow key={`${row.left?.number} ${row.right?.number}`} pair={row} />
            ) : (
              <tr key={`same ${row.from}`} className={styles.folded}>
                <td colSpan={4}>
                  {row.count === 1 ? t('1 line is the same') : t('{{count}} lines are the same', { count: row.count })}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {rows.length > most ? (
        <button type="button" className={styles.more} onClick={() => setMost(most + 10 * rowsAtOnce)}>
          {t('Show more lines')}
        </button>
      ) : null}
    </div>
  );
}

function LineRow({ pair: { kind, left, right } }: { readonly pair: LinePair }) {
  return (
    <tr data-kind={kind}>
      <td className={styles.number}>{left?.number}</td>
      <td className={styles.left} data-empty={left === null || undefined}>
        {left?.text}
      </td>
      <td className={styles.number}>{right?.number}</td>
      <td className={styles.right} data-empty={right === null || undefined}>
        {right?.text}
      </td>
    </tr>
  );
}

/** Lines that are folded away, and the number of the first. */
interface Folded {
  readonly from: number;
  readonly count: number;
}

/** The lines, with counts in the place of those that are far from any change. */
function foldSame(pairs: readonly LinePair[]): readonly (LinePair | Folded)[] {
  const isNear = pairs.map(() => false);
  for (const [at, { kind }] of pairs.entries())
    if (kind === 'changed') isNear.fill(true, Math.max(0, at - near), at + near + 1);
  const rows: (LinePair | Folded)[] = [];
  for (const [at, pair] of pairs.entries()) {
    const last = rows.at(-1);
    if (isNear[at]) rows.push(pair);
    else if (last && 'count' in last) rows[rows.length - 1] = { ...last, count: last.count + 1 };
    else rows.push({ from: at, count: 1 });
  }
  return rows;
}

import { classNames } from '../class-names.ts';
import { useUiTexts } from '../texts.tsx';
import styles from './Skeletons.module.css';

const barHeights = [46, 58, 52, 66, 60, 74, 68, 90, 70, 64, 76, 82, 80];
const cellWidths = [38, 62, 48, 30, 56, 44];

/** A grey block in the size of what comes; shows itself after 100 ms. */
export function Skeleton({ width, height = 12 }: { width?: number | string; height?: number | string }) {
  return <span className={styles.block} style={{ width, height }} />;
}

export type SkeletonShape = 'bars' | 'figure' | 'circle' | 'rows';

const shapeClasses: Readonly<Record<SkeletonShape, string | undefined>> = {
  bars: undefined,
  figure: styles.figure,
  circle: styles.circle,
  rows: styles.rowsChart,
};

/** The shape of a chart that loads for the first time; `isIdle` when nothing is loading yet. */
export function ChartSkeleton({ isIdle = false, shape = 'bars' }: { isIdle?: boolean; shape?: SkeletonShape }) {
  const texts = useUiTexts();
  const state = isIdle ? { 'aria-hidden': true } : { role: 'status', 'aria-label': texts.loading };
  return (
    <div className={classNames(styles.chart, isIdle && styles.idle, shapeClasses[shape])} {...state}>
      {shape === 'bars' ? <BarShapes /> : null}
      {shape === 'figure' ? <FigureShapes /> : null}
      {shape === 'circle' ? <i className={styles.ring} /> : null}
      {shape === 'rows' ? <RowShapes rows={40} columns={4} rowHeight={28} /> : null}
    </div>
  );
}

function BarShapes() {
  return (
    <>
      <div className={styles.axis}>
        {[0, 1, 2, 3].map((tick) => (
          <i key={tick} className={styles.block} />
        ))}
      </div>
      <div className={styles.bars}>
        {barHeights.map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture
          <i key={index} className={styles.block} style={{ height: `${height}%` }} />
        ))}
      </div>
    </>
  );
}

/** A figure, and what it is compared with. */
function FigureShapes() {
  return (
    <>
      <Skeleton width={88} height={22} />
      <Skeleton width={112} height={10} />
    </>
  );
}

interface Rows {
  readonly rows?: number;
  readonly columns?: number;
  readonly rowHeight?: number;
}

/** The shape of a table. */
export function TableSkeleton(props: Rows) {
  const texts = useUiTexts();
  return (
    <div className={styles.rows} role="status" aria-label={texts.loading}>
      <RowShapes {...props} />
    </div>
  );
}

function RowShapes({ rows = 8, columns = 4, rowHeight = 28 }: Rows) {
  return Array.from({ length: rows }, (_row, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture
    <div key={row} className={styles.row} style={{ height: rowHeight }}>
      {Array.from({ length: columns }, (_cell, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture
        <span key={cell} style={{ flex: cell === 0 ? 2 : 1 }}>
          <Skeleton width={`${cellWidths[(row * 2 + cell) % cellWidths.length] ?? 50}%`} height={10} />
        </span>
      ))}
    </div>
  ));
}

/** The shape of a list of names. */
export function ListSkeleton({ rows = 6 }: { rows?: number }) {
  return <TableSkeleton rows={rows} columns={1} rowHeight={28} />;
}

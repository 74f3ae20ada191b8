import { useUiTexts } from '../texts.tsx';
import '../display/display.css';

const barHeights = [46, 58, 52, 66, 60, 74, 68, 90, 70, 64, 76, 82, 80];
const cellWidths = [38, 62, 48, 30, 56, 44];

/** A grey block in the size of what comes; shows itself after 100 ms. */
export function Skeleton({ width, height = 12 }: { width?: number | string; height?: number | string }) {
  return <span className="ps-sk" style={{ width, height }} />;
}

export type SkeletonShape = 'bars' | 'figure' | 'circle' | 'rows';

/** The shape of a chart that loads for the first time; `isIdle` when nothing is loading yet. */
export function ChartSkeleton({ isIdle = false, shape = 'bars' }: { isIdle?: boolean; shape?: SkeletonShape }) {
  const texts = useUiTexts();
  const state = isIdle ? { 'aria-hidden': true } : { role: 'status', 'aria-label': texts.loading };
  return (
    <div className={`ps-sk-chart is-${shape}`} {...state}>
      {shape === 'bars' ? <BarShapes /> : null}
      {shape === 'figure' ? <FigureShapes /> : null}
      {shape === 'circle' ? <i className="ps-sk-ring" /> : null}
      {shape === 'rows' ? <RowShapes rows={40} columns={4} rowHeight={28} /> : null}
    </div>
  );
}

function BarShapes() {
  return (
    <>
      <div className="ps-sk-chart__axis">
        {[0, 1, 2, 3].map((tick) => (
          <i key={tick} className="ps-sk" />
        ))}
      </div>
      <div className="ps-sk-chart__bars">
        {barHeights.map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture
          <i key={index} className="ps-sk" style={{ height: `${height}%` }} />
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
    <div className="ps-sk-rows" role="status" aria-label={texts.loading}>
      <RowShapes {...props} />
    </div>
  );
}

function RowShapes({ rows = 8, columns = 4, rowHeight = 28 }: Rows) {
  return Array.from({ length: rows }, (_row, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture
    <div key={row} className="ps-sk-rows__row" style={{ height: rowHeight }}>
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

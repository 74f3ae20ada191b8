import { shapeOf } from './ChartThumbnail.tsx';
import { type TileRow, tilesOf } from './layout-tiles.ts';

export interface DashboardThumbnailProps {
  readonly positionJson: string | null | undefined;
  /** Chart types by chart id, where known; others are drawn as lines and bars in turn. */
  readonly vizTypes?: Readonly<Record<number, string>>;
  readonly seed: string;
  readonly width: number;
  readonly height: number;
  readonly padding?: number;
}

const GAP = 4;
const unknownTypes = ['echarts_timeseries_line', 'echarts_timeseries_bar', 'pie', 'echarts_area', 'table'];

function rowHeights(rows: readonly TileRow[], available: number): readonly number[] {
  const wanted = rows.map((row) => Math.sqrt(Math.max(...row.map((tile) => tile.height), 8)));
  const total = wanted.reduce((sum, height) => sum + height, 0);
  return wanted.map((height) => (height / total) * (available - GAP * (rows.length - 1)));
}

/** A dashboard in small: its first rows, each tile with the shape of its chart. */
export function DashboardThumbnail({
  positionJson,
  vizTypes = {},
  seed,
  width,
  height,
  padding = 15,
}: DashboardThumbnailProps) {
  const rows = tilesOf(positionJson, 3);
  const heights = rowHeights(rows, height - 2 * padding);
  const unit = (width - 2 * padding + GAP) / 12;
  let top = padding;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width="100%" height="100%" aria-hidden="true" style={{ display: 'block' }}>
      {rows.length === 0 ? <EmptyLayout {...{ width, height, padding }} /> : null}
      {rows.map((row, rowIndex) => {
        const y = top;
        const high = heights[rowIndex] ?? 0;
        top += high + GAP;
        return row.map((tile, index) => {
          const x = padding + tile.x * unit;
          const wide = tile.width * unit - GAP;
          const vizType =
            (tile.chartId !== null && vizTypes[tile.chartId]) ||
            unknownTypes[(rowIndex + index) % unknownTypes.length] ||
            'table';
          const inset = high < 24 ? 2.5 : 4;
          const isSmall = tile.height <= 20 || high < 12;
          return (
            <g key={tile.id}>
              <rect x={x} y={y} width={wide} height={high} rx="2" fill="var(--card)" stroke="var(--border)" />
              {isSmall ? (
                <rect
                  x={x + 4}
                  y={y + high * 0.3}
                  width={Math.min(wide * 0.4, 26)}
                  height={high * 0.4}
                  rx="1"
                  fill="var(--text-2)"
                  opacity=".7"
                />
              ) : (
                shapeOf(vizType)(
                  { x: x + inset, y: y + inset, width: wide - 2 * inset, height: high - 2 * inset },
                  `${seed}-${tile.id}`,
                )
              )}
            </g>
          );
        });
      })}
    </svg>
  );
}

/** A dashboard on which nothing stands yet. */
function EmptyLayout({ width, height, padding }: { width: number; height: number; padding: number }) {
  return (
    <rect
      x={padding}
      y={padding}
      width={width - 2 * padding}
      height={height - 2 * padding}
      rx="3"
      fill="none"
      stroke="var(--border-strong)"
      strokeDasharray="4 4"
    />
  );
}

export interface HistogramProps {
  /** Counts per bucket, low to high. */
  readonly counts: readonly number[];
  readonly width?: number;
  readonly height?: number;
  /** Grey blocks for text categories, as in column heads. */
  readonly isCategorical?: boolean;
  readonly label?: string;
}

/** How values spread, as small bars. */
export function Histogram({ counts, width = 64, height = 16, isCategorical = false, label }: HistogramProps) {
  const highest = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length);
  const gap = step > 3 ? 1 : 0;
  const color = isCategorical ? 'var(--data-other)' : 'var(--data-1)';
  return (
    <svg
      width={width}
      height={height}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      style={{ display: 'block', flex: 'none' }}
    >
      {counts.map((count, index) => {
        const barHeight = count === 0 ? 0 : Math.max(1, (count / highest) * height);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture: its parts have no other name
            key={index}
            x={index * step}
            y={height - barHeight}
            width={Math.max(0.5, step - gap)}
            height={barHeight}
            fill={color}
            opacity={isCategorical ? 0.8 : 0.7}
          />
        );
      })}
    </svg>
  );
}

import type { ReactNode } from 'react';
import { createSequence, randomWalk } from './random.ts';

/** The rectangle a shape fills. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Shape = (frame: Frame, seed: string) => ReactNode;

const colors = ['var(--data-1)', 'var(--data-2)', 'var(--data-3)', 'var(--data-4)'];
const ramp = (level: number) => `var(--seq-${Math.max(1, Math.min(7, Math.round(level * 6) + 1))})`;
const keyed = (count: number) => Array.from({ length: count }, (_, index) => index);

function toPath(values: readonly number[], frame: Frame): string {
  const step = frame.width / (values.length - 1);
  return values
    .map(
      (value, index) =>
        `${index === 0 ? 'M' : 'L'}${(frame.x + index * step).toFixed(1)} ${(frame.y + frame.height * (1 - value)).toFixed(1)}`,
    )
    .join('');
}

function Grid({ frame }: { frame: Frame }) {
  return (
    <>
      {[0, 0.33, 0.66].map((at) => (
        <path
          key={at}
          d={`M${frame.x} ${frame.y + frame.height * at}h${frame.width}`}
          stroke="var(--chart-grid)"
          fill="none"
        />
      ))}
      <path d={`M${frame.x} ${frame.y + frame.height}h${frame.width}`} stroke="var(--chart-axis)" fill="none" />
    </>
  );
}

export const lines: Shape = (frame, seed) => {
  const next = createSequence(seed);
  return (
    <>
      <Grid frame={frame} />
      {[1, 0].map((series) => (
        <path
          key={series}
          d={toPath(randomWalk(next, 18), frame)}
          stroke={colors[series]}
          strokeWidth={frame.height > 40 ? 1.5 : 1.2}
          strokeLinejoin="round"
          fill="none"
        />
      ))}
    </>
  );
};

export const areas: Shape = (frame, seed) => {
  const next = createSequence(seed);
  const closing = `L${frame.x + frame.width} ${frame.y + frame.height}L${frame.x} ${frame.y + frame.height}Z`;
  return (
    <>
      <Grid frame={frame} />
      {[0, 1, 2].map((series) => {
        const values = randomWalk(next, 14).map((value) => value * (0.95 - series * 0.3));
        return <path key={series} d={toPath(values, frame) + closing} fill={colors[series]} opacity=".85" />;
      })}
    </>
  );
};

export const bars: Shape = (frame, seed) => {
  const next = createSequence(seed);
  const count = 11;
  const step = frame.width / count;
  return (
    <>
      <Grid frame={frame} />
      {keyed(count).map((bar) => {
        const heights = [0.3 + next() * 0.15, 0.15 + next() * 0.12, 0.08 + next() * 0.1].map(
          (part) => part * frame.height,
        );
        let top = frame.y + frame.height;
        return heights.map((height, series) => {
          top -= height;
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture: its parts have no other name
              key={`${bar}-${series}`}
              x={frame.x + bar * step + step * 0.17}
              y={top}
              width={step * 0.66}
              height={Math.max(0.5, height - 0.6)}
              fill={colors[series]}
            />
          );
        });
      })}
    </>
  );
};

export const rankedBars: Shape = (frame, seed) => {
  const next = createSequence(seed);
  const count = frame.height > 60 ? 6 : 4;
  const step = frame.height / count;
  let width = frame.width * 0.92;
  return keyed(count).map((bar) => {
    const drawn = width;
    width *= 0.65 + next() * 0.25;
    return (
      <rect
        key={bar}
        x={frame.x}
        y={frame.y + bar * step + step * 0.17}
        width={drawn}
        height={step * 0.66}
        rx="1"
        fill="var(--data-1)"
      />
    );
  });
};

export const donut: Shape = (frame, seed) => {
  const next = createSequence(seed);
  const radius = (Math.min(frame.width, frame.height) / 2) * 0.72;
  const length = 2 * Math.PI * radius;
  const raw = [0.4, 0.25, 0.2, 0.15].map((share) => share * (0.7 + next() * 0.6));
  const total = raw.reduce((sum, share) => sum + share, 0);
  let offset = length / 4;
  return raw.map((share, series) => {
    const part = (share / total) * length;
    const dash = `${Math.max(0, part - 1)} ${length - part + 1}`;
    const circle = (
      <circle
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture: its parts have no other name
        key={series}
        cx={frame.x + frame.width / 2}
        cy={frame.y + frame.height / 2}
        r={radius}
        fill="none"
        stroke={colors[series]}
        strokeWidth={radius * 0.42}
        strokeDasharray={dash}
        strokeDashoffset={offset}
      />
    );
    offset -= part;
    return circle;
  });
};

export const heatmap: Shape = (frame, seed) => {
  const next = createSequence(seed);
  const columns = frame.width > 100 ? 18 : 10;
  const rows = Math.max(3, Math.round((frame.height / frame.width) * columns));
  const width = frame.width / columns;
  const height = frame.height / rows;
  return keyed(columns * rows).map((cell) => {
    const column = cell % columns;
    const row = Math.floor(cell / columns);
    const near = Math.exp(
      -(((column - columns * 0.55) / (columns * 0.28)) ** 2) - ((row - rows * 0.5) / (rows * 0.55)) ** 2,
    );
    return (
      <rect
        key={cell}
        x={frame.x + column * width}
        y={frame.y + row * height}
        width={width * 0.9}
        height={height * 0.9}
        rx={width > 8 ? 1 : 0.5}
        fill={ramp(near * 0.9 + next() * 0.12)}
      />
    );
  });
};

export const treemap: Shape = ({ x, y, width, height }) => {
  const cells = [
    [0, 0, 0.46, 0.58, 1],
    [0, 0.58, 0.46, 0.42, 0.75],
    [0.46, 0, 0.3, 0.52, 0.55],
    [0.76, 0, 0.24, 0.52, 0.35],
    [0.46, 0.52, 0.24, 0.48, 0.35],
    [0.7, 0.52, 0.3, 0.26, 0.2],
    [0.7, 0.78, 0.3, 0.22, 0.2],
  ] as const;
  return cells.map(([left, top, wide, high, level]) => (
    <rect
      key={`${left}-${top}`}
      x={x + left * width}
      y={y + top * height}
      width={wide * width - 1}
      height={high * height - 1}
      rx="1"
      fill={ramp(level)}
    />
  ));
};

export const dots: Shape = (frame, seed) => {
  const next = createSequence(seed);
  return (
    <>
      <Grid frame={frame} />
      {keyed(34).map((dot) => {
        const at = next();
        const value = Math.max(0.04, Math.min(0.96, at * 0.8 + (next() - 0.4) * 0.35));
        return (
          <circle
            key={dot}
            cx={frame.x + at * frame.width}
            cy={frame.y + (1 - value) * frame.height}
            r={frame.height > 40 ? 2 : 1.4}
            fill={colors[dot % 2]}
            opacity=".8"
          />
        );
      })}
    </>
  );
};

export const rows: Shape = ({ x, y, width, height }, seed) => {
  const next = createSequence(seed);
  const count = height > 60 ? 6 : 3;
  const step = height / count;
  return keyed(count * 3).map((cell) => {
    const column = cell % 3;
    const row = Math.floor(cell / 3);
    const isHead = row === 0;
    const wide = width * (column === 0 ? 0.24 + next() * 0.1 : 0.16);
    const isFigure = column === 2 && !isHead;
    const figureOpacity = isFigure ? 1 : 0.5;
    return (
      <rect
        key={cell}
        x={x + [0, 0.46, 0.72][column]! * width}
        y={y + row * step + step * 0.3}
        width={wide}
        height={Math.min(isFigure ? step * 0.6 : step * 0.32, 8)}
        rx="1.5"
        fill={isFigure ? 'var(--cell-bar)' : 'var(--text-3)'}
        opacity={isHead ? 0.9 : figureOpacity}
      />
    );
  });
};

export const figure: Shape = ({ x, y, width, height }) => (
  <>
    <rect
      x={x}
      y={y + height * 0.22}
      width={width * 0.5}
      height={Math.min(height * 0.32, 22)}
      rx="2"
      fill="var(--text)"
      opacity=".8"
    />
    <rect
      x={x}
      y={y + height * 0.68}
      width={width * 0.32}
      height={Math.min(height * 0.12, 6)}
      rx="1.5"
      fill="var(--text-3)"
      opacity=".6"
    />
  </>
);

export const figureWithTrend: Shape = (frame, seed) => (
  <>
    <rect
      x={frame.x}
      y={frame.y + frame.height * 0.08}
      width={frame.width * 0.42}
      height={Math.min(frame.height * 0.3, 18)}
      rx="2"
      fill="var(--text)"
      opacity=".8"
    />
    <path
      d={toPath(randomWalk(createSequence(seed), 20), {
        ...frame,
        y: frame.y + frame.height * 0.55,
        height: frame.height * 0.45,
      })}
      fill="none"
      stroke="var(--data-1)"
      strokeWidth="1.5"
    />
  </>
);

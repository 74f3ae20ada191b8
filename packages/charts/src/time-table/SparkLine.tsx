import { type PointerEvent, useState } from 'react';
import type { SparkCell } from './options.ts';
import styles from './View.module.css';

/** A small line; a pointer over it reads its values. */
export function SparkLine({ cell, color }: { readonly cell: SparkCell; readonly color: string }) {
  const { width, height, drawing, points, textOf, ends } = cell;
  const [pointed, setPointed] = useState<number | null>(null);
  const onPointerMove = (event: PointerEvent<SVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = box.width === 0 ? 0 : (event.clientX - box.left) / box.width;
    setPointed(Math.min(points.length - 1, Math.max(0, Math.round(share * (points.length - 1)))));
  };
  const value = pointed === null ? null : (points[pointed] ?? null);
  return (
    <div className={styles.spark}>
      {ends ? (
        <div className={styles.ends} style={{ height }} aria-hidden="true">
          <span>{ends[1]}</span>
          <span>{ends[0]}</span>
        </div>
      ) : null}
      <svg
        role="img"
        aria-label={`${textOf(0)} – ${textOf(points.length - 1)}`}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setPointed(null)}
      >
        <path d={drawing.path} fill="none" stroke={color} strokeWidth={1.5} strokeLinejoin="round" />
        {drawing.dots.map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r={2} fill={color} />
        ))}
        {pointed !== null && value !== null ? (
          <circle cx={drawing.xOf(pointed)} cy={drawing.yOf(value)} r={3} fill={color} />
        ) : null}
      </svg>
      {pointed === null ? null : (
        <span className={styles.pointed} style={{ left: drawing.xOf(pointed) }} data-not-drawn>
          {textOf(pointed)}
        </span>
      )}
    </div>
  );
}

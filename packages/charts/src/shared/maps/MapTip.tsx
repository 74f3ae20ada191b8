import { useLayoutEffect, useRef, useState } from 'react';
import { placeTooltip } from '../base-options.ts';
import type { TipContent } from './map-tooltips.ts';
import styles from './map-view.module.css';

interface MapTipProps {
  readonly tip: TipContent;
  readonly at: { readonly x: number; readonly y: number };
  readonly width: number;
  readonly height: number;
}

/** What the map tells of the mark under the pointer, beside it. */
export function MapTip({ tip, at, width, height }: MapTipProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<readonly [number, number]>([0, 0]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its size follows what it says
  useLayoutEffect(() => {
    const box = ref.current;
    if (box) setSize([box.offsetWidth, box.offsetHeight]);
  }, [tip]);
  const [left, top] = placeTooltip([at.x, at.y], { contentSize: size, viewSize: [width, height] });
  return (
    <div ref={ref} className={styles.tip} style={{ left, top }} role="tooltip" data-test="map-tip">
      {tip.title ? <div className={styles.tipTitle}>{tip.title}</div> : null}
      {tip.rows.map(({ label, value, color }) => (
        <div key={label} className={styles.tipRow}>
          {color ? <span className={styles.swatch} style={{ background: color }} /> : null}
          <span className={styles.tipLabel}>{label}</span>
          <span className={styles.tipValue}>{value}</span>
        </div>
      ))}
      {tip.lines?.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}

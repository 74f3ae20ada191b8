import { defaultTranslate, msg } from '@powerset/chart-kit';
import type { EChartsType } from 'echarts/core';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './baseline.module.css';
import type { CompareOptions } from './options.ts';

interface Props {
  readonly chart: EChartsType;
  readonly options: CompareOptions;
  /** Takes the position that the baseline is moved to. */
  readonly onMove: (at: number) => void;
  readonly translate?: typeof defaultTranslate | undefined;
}

const finder = { xAxisIndex: 0 };
const stepsOfKeys: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10 };

/** The grip of the baseline: moved by pointer, finger or keys. */
export function BaselineHandle({ chart, options, onMove, translate = defaultTranslate }: Props) {
  const isDown = useRef(false);
  const { baseline, plot } = options;
  const last = plot.xs.length - 1;
  const left = Number(chart.convertToPixel(finder, baseline.ms));
  const moveTo = (event: PointerEvent<HTMLElement>) => {
    const frame = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!isDown.current || !frame) return;
    const ms = Number(chart.convertFromPixel(finder, event.clientX - frame.left));
    const at = nearest(plot.xs.map(Number), ms);
    if (at !== baseline.at) onMove(at);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const ends: Readonly<Record<string, number>> = { Home: 0, End: last };
    const step = stepsOfKeys[event.key];
    const at = ends[event.key] ?? (step === undefined ? undefined : baseline.at + step);
    if (at === undefined) return;
    event.preventDefault();
    onMove(Math.min(last, Math.max(0, at)));
  };
  if (!Number.isFinite(left)) return null;
  return (
    <div className={styles.overlay} data-not-drawn>
      <div
        className={styles.handle}
        style={{ left }}
        role="slider"
        tabIndex={0}
        aria-label={translate(msg('Baseline'))}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={baseline.at}
        aria-valuetext={baseline.text}
        data-test="compare-baseline"
        onPointerDown={(event) => {
          isDown.current = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={moveTo}
        onPointerUp={() => {
          isDown.current = false;
        }}
        onKeyDown={press}
      />
    </div>
  );
}

function nearest(values: readonly number[], wanted: number): number {
  let best = 0;
  values.forEach((value, at) => {
    if (Math.abs(value - wanted) < Math.abs((values[best] ?? 0) - wanted)) best = at;
  });
  return best;
}

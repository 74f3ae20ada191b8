import { useRef, useState } from 'react';
import styles from '../shared/big-number.module.css';
import { ChangeArrow } from '../shared/ChangeArrow.tsx';
import { useRendered } from '../shared/use-rendered.ts';
import { useWordsPicture } from '../shared/use-words-picture.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { TrendForm } from './form.ts';
import type { Spark, TrendOptions } from './options.ts';
import type { Trend } from './trend.ts';

export function View(props: ChartViewProps<Trend, TrendOptions, TrendForm>) {
  const { options, width, height, onRendered } = props;
  const frame = useRef<HTMLDivElement>(null);
  useWordsPicture(frame);
  useRendered(props.model, onRendered);
  const classes = [styles.frame, options.isUpright ? styles.column : '', options.isNarrow ? styles.narrow : ''];
  return (
    <div ref={frame} className={classes.filter(Boolean).join(' ')} style={{ width, height }} data-test="big-number">
      <div className={styles.words} title={[options.text, ...options.explanations].join('\n')}>
        <div className={styles.figure} style={{ fontSize: options.sizes.figure }} data-test="big-number-value">
          {options.text}
        </div>
        <ComparisonLine options={options} />
        {options.isUpright && options.explanations.length > 0 ? (
          <p className={styles.explained} data-test="big-number-explained">
            {options.explanations.join(' ')}
          </p>
        ) : null}
      </div>
      {options.spark ? (
        <Sparkline
          spark={options.spark}
          label={[props.title ?? props.definition.name, options.statement].filter(Boolean).join('. ')}
          title={props.title ?? props.definition.name}
        />
      ) : null}
    </div>
  );
}

function toneClass(isGood: boolean | null) {
  if (isGood === null) return styles.same;
  return isGood ? styles.good : styles.bad;
}

function ComparisonLine({ options }: { readonly options: TrendOptions }) {
  const { change, suffix, timestamp } = options;
  if (!change && !timestamp) return null;
  return (
    <div className={styles.line} style={{ fontSize: options.sizes.line }} data-test="big-number-comparison">
      {change ? (
        <span className={`${styles.change} ${toneClass(change.isGood)}`}>
          <ChangeArrow direction={change.direction} />
          {change.text}
        </span>
      ) : null}
      <span className={styles.rest}>{[change ? suffix : '', timestamp].filter(Boolean).join(' · ')}</span>
    </div>
  );
}

/** The line that led to the figure; the point under the pointer says its date and value. */
function Sparkline({ spark, label, title }: { readonly spark: Spark; readonly label: string; readonly title: string }) {
  const [hovered, setHovered] = useState<number | null>(null);
  const point = hovered === null ? null : spark.points[hovered];
  const dot = point ? ([point.x, point.y] as const) : spark.end;
  return (
    <svg
      className={styles.spark}
      width={spark.width}
      height={spark.height}
      role="img"
      aria-label={label}
      data-test="big-number-trend"
      onMouseMove={(event) =>
        setHovered(nearest(spark, event.clientX - event.currentTarget.getBoundingClientRect().left))
      }
      onMouseLeave={() => setHovered(null)}
    >
      <title>{point ? point.text : title}</title>
      <path d={spark.area} fill={spark.color} opacity="0.1" />
      <path d={spark.line} fill="none" stroke={spark.color} strokeWidth={spark.stroke} strokeLinejoin="round" />
      {dot ? <circle cx={dot[0]} cy={dot[1]} r="2" fill={spark.color} /> : null}
    </svg>
  );
}

function nearest(spark: Spark, x: number): number {
  let best = 0;
  spark.points.forEach((point, index) => {
    if (Math.abs(point.x - x) < Math.abs(spark.points[best]!.x - x)) best = index;
  });
  return best;
}

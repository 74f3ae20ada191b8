import { formatTimeTitle, xAxisLabel } from '@powerset/chart-kit';
import { useRef, useState } from 'react';
import { askMenu } from '../shared/ask-menu.ts';
import styles from '../shared/big-number.module.css';
import { ChangeArrow } from '../shared/ChangeArrow.tsx';
import { timeFilter } from '../shared/mark-facts.ts';
import { useRendered } from '../shared/use-rendered.ts';
import { useWordsPicture } from '../shared/use-words-picture.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { TrendForm } from './form.ts';
import type { Spark, TrendOptions } from './options.ts';
import type { Trend } from './trend.ts';

type Props = ChartViewProps<Trend, TrendOptions, TrendForm>;

export function View(props: Props) {
  const { options, width, height, onRendered } = props;
  const frame = useRef<HTMLDivElement>(null);
  useWordsPicture(frame);
  useRendered(props.model, onRendered);
  const classes = [styles.frame, options.isUpright ? styles.column : '', options.isNarrow ? styles.narrow : ''];
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element of its own means a figure with its words
    <div
      ref={frame}
      role="group"
      aria-label={[props.title ?? props.definition.name, options.text].join(': ')}
      // A figure has a menu as a mark has, and keys have to come to it.
      tabIndex={props.onContextMenu ? 0 : undefined}
      className={classes.filter(Boolean).join(' ')}
      style={{ width, height }}
      data-test="big-number"
      onContextMenu={(event) => askMenu(event, props.onContextMenu, (target) => askedAt(target, event.clientX, props))}
    >
      <div className={styles.words} title={[options.text, ...options.explanations].join('\n')}>
        <div className={styles.figure} style={{ fontSize: options.sizes.figure }} data-test="big-number-value">
          <bdi>{options.text}</bdi>
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

/** The time of the figure, or of the point of the line under the pointer; a figure over a window has no time of its own. */
function askedAt(target: Element, clientX: number, { model, options, form }: Props) {
  const line = target.closest('svg');
  const at = line && options.spark ? nearest(options.spark, clientX - line.getBoundingClientRect().left) : null;
  const point = at === null ? model.latest : model.points.filter(({ value }) => value !== null)[at];
  if (!point) return null;
  const grain = form.time_grain_sqla;
  const label = formatTimeTitle(point.ms, grain);
  const filters = model.window ? [] : [timeFilter(xAxisLabel(form), point.ms, { grain, label })];
  const value = at === null ? options.text : (options.spark?.points[at]?.text ?? null);
  return { selection: null, mark: { label: model.window ? '' : label, filters, value } };
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
        <span dir="ltr" className={`${styles.change} ${toneClass(change.isGood)}`}>
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

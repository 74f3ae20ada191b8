import { FieldError, TextInput } from '@powerset/ui';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import { LoadFailure } from '../../../controls/load-failure/index.ts';
import { formatDecimal, useT } from '../../../i18n/index.ts';
import {
  bucketCount,
  bucketsOf,
  type FilterValue,
  isInRange,
  keyedPlace,
  moveThumb,
  type NativeFilter,
  type Range,
  type SliderScale,
  type Thumb,
  toScale,
} from '../filters/index.ts';
import styles from './RangeField.module.css';
import { useBucketCounts, useFilterEnds } from './use-filter-values.ts';

export interface RangeFieldProps {
  readonly filter: NativeFilter;
  readonly value: FilterValue;
  readonly onChange: (value: FilterValue) => void;
  readonly onNote: (note: ReactNode) => void;
}

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 2, notation: 'compact' });
const rounded = (value: number) => formatDecimal(format.format(value).replace('K', 'k'));

/** Two ends of a column's numbers: dragged on the picture of how they spread, or typed. */
export function RangeField({ filter, value, onChange, onNote }: RangeFieldProps) {
  const t = useT();
  const { min, max, error, reload } = useFilterEnds(filter);
  const range = toRange(value);
  const [low, high] = range;
  useEffect(() => {
    const ends = min === null || max === null ? null : `${rounded(low ?? min)} – ${rounded(high ?? max)}`;
    onNote(ends && <bdi dir="ltr">{ends}</bdi>);
  }, [min, max, low, high, onNote]);
  const change = (next: Range) => onChange(next[0] === null && next[1] === null ? null : next);
  return (
    // Least to greatest, as charts have it in every language.
    <div dir="ltr">
      {min !== null && max !== null && max > min ? (
        <RangeSlider filter={filter} scale={toScale(min, max)} range={range} onChange={change} />
      ) : null}
      <div className={styles.ends}>
        <NumberInput label={t('Least value')} value={low} placeholder={min} onChange={(next) => change([next, high])} />
        <span>–</span>
        <NumberInput
          label={t('Greatest value')}
          value={high}
          placeholder={max}
          onChange={(next) => change([low, next])}
        />
      </div>
      {error ? (
        <LoadFailure title={t('The values could not be loaded.')} error={error} onRetry={reload} isSpoken={false} />
      ) : null}
      {low !== null && high !== null && low > high ? (
        <FieldError isSpoken={false}>{t('The least value is above the greatest.')}</FieldError>
      ) : null}
    </div>
  );
}

function toRange(value: FilterValue): Range {
  const [low, high] = Array.isArray(value) ? value : [];
  return [typeof low === 'number' ? low : null, typeof high === 'number' ? high : null];
}

interface SliderProps {
  readonly filter: NativeFilter;
  readonly scale: SliderScale;
  readonly range: Range;
  readonly onChange: (range: Range) => void;
}

function RangeSlider({ filter, scale, range, onChange }: SliderProps) {
  const t = useT();
  const track = useRef<HTMLDivElement>(null);
  const buckets = bucketsOf(scale.min, scale.max, bucketCount);
  const counts = useBucketCounts(filter, buckets);
  const highest = Math.max(1, ...counts);
  const place = (value: number) => {
    const within = Math.max(scale.min, Math.min(scale.max, value));
    return `${((within - scale.min) / (scale.max - scale.min)) * 100}%`;
  };
  const low = range[0] ?? scale.min;
  const high = range[1] ?? scale.max;
  const moveTo = (thumb: Thumb, to: number) => onChange(moveThumb(scale, range, { thumb, to }));
  const follow = (event: PointerEvent, thumb: Thumb) => {
    const box = track.current?.getBoundingClientRect();
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    moveTo(thumb, scale.min + ((event.clientX - box.left) / box.width) * (scale.max - scale.min));
  };
  const thumb = (which: Thumb, value: number) => (
    <div
      role="slider"
      tabIndex={0}
      className={styles.thumb}
      style={{ left: place(value) }}
      aria-label={`${filter.name}: ${which === 'low' ? t('Least value') : t('Greatest value')}`}
      aria-valuemin={scale.min}
      aria-valuemax={scale.max}
      aria-valuenow={value}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => follow(event, which)}
      onKeyDown={(event: KeyboardEvent) => {
        const to = keyedPlace(scale, event.key, value);
        if (to === undefined) return;
        event.preventDefault();
        moveTo(which, to);
      }}
    />
  );
  return (
    <div className={styles.slider}>
      <div className={styles.bars} data-testid="range-histogram">
        {buckets.map((bucket, index) => (
          <i
            key={bucket.from}
            className={isInRange(bucket, range) ? styles.inside : undefined}
            data-count={counts[index]}
            style={{ height: `${((counts[index] ?? 0) / highest) * 100}%` }}
          />
        ))}
      </div>
      <div ref={track} className={styles.track}>
        <b style={{ left: place(low), right: `calc(100% - ${place(high)})` }} />
        {thumb('low', low)}
        {thumb('high', high)}
      </div>
    </div>
  );
}

interface NumberInputProps {
  readonly label: string;
  readonly value: number | null;
  readonly placeholder: number | null;
  readonly onChange: (value: number | null) => void;
}

function NumberInput({ label, value, placeholder, onChange }: NumberInputProps) {
  return (
    <TextInput
      aria-label={label}
      inputMode="decimal"
      type="number"
      value={value === null ? '' : String(value)}
      placeholder={placeholder === null ? '' : String(Math.round(placeholder * 100) / 100)}
      onChange={(text) => onChange(text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text))}
    />
  );
}

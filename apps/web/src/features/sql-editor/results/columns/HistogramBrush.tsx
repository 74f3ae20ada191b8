import { type GridColumnType, textRoles } from '@powerset/ui';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { formatCount } from '../../numbers.ts';
import { rangeText, type ValueRange } from './column-filters.ts';
import styles from './HistogramBrush.module.css';

interface Bin extends ValueRange {
  readonly count: number;
}

export interface HistogramBrushProps {
  readonly bins: readonly Bin[];
  readonly type: GridColumnType;
  readonly label: string;
  /** What the rows are filtered to. */
  readonly range: ValueRange | null;
  /** Null when the filter is taken back. */
  readonly onRange: (range: ValueRange | null) => void;
}

interface Span {
  readonly anchor: number;
  readonly focus: number;
}

const inOrder = ({ anchor, focus }: Span) => [Math.min(anchor, focus), Math.max(anchor, focus)] as const;

/** Bars of which a range is drawn with the pointer, or with Shift and the arrow keys, to filter by it. */
export function HistogramBrush({ bins, type, label, range, onRange }: HistogramBrushProps) {
  const t = useT();
  const bars = useRef<HTMLDivElement>(null);
  const [span, setSpan] = useState<Span | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const isDrawing = useRef(false);
  const chosen = span ? inOrder(span) : spanOf(bins, range);
  const highest = Math.max(1, ...bins.map(({ count }) => count));
  const apply = (drawn: Span | null) => {
    setSpan(null);
    const [first, last] = drawn ? inOrder(drawn) : [0, -1];
    const [from, to] = [bins[first], bins[last]];
    const next = from && to ? { from: from.from, to: to.to } : null;
    // The same again takes it back.
    onRange(next && range && next.from === range.from && next.to === range.to ? null : next);
  };
  const binAt = (event: PointerEvent): number => {
    const box = bars.current?.getBoundingClientRect();
    if (!box || box.width === 0) return 0;
    return Math.max(0, Math.min(bins.length - 1, Math.floor(((event.clientX - box.left) / box.width) * bins.length)));
  };
  const keys = useBarKeys({ count: bins.length, span, setSpan, apply });
  const shown = span?.focus ?? hovered;
  return (
    <div>
      <div
        dir="ltr"
        ref={bars}
        className={styles.bars}
        role="listbox"
        aria-label={label}
        aria-multiselectable
        tabIndex={0}
        aria-activedescendant={span ? `bin-${span.focus}` : undefined}
        onKeyDown={keys}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          isDrawing.current = true;
          const at = binAt(event);
          setSpan({ anchor: event.shiftKey && chosen ? chosen[0] : at, focus: at });
        }}
        onPointerMove={(event) => {
          const at = binAt(event);
          setHovered(at);
          if (isDrawing.current) setSpan((last) => last && { ...last, focus: at });
        }}
        onPointerUp={(event) => {
          if (!isDrawing.current) return;
          isDrawing.current = false;
          apply({ anchor: span?.anchor ?? binAt(event), focus: binAt(event) });
        }}
        onPointerCancel={() => {
          isDrawing.current = false;
          setSpan(null);
        }}
        onPointerLeave={() => setHovered(null)}
      >
        {bins.map((bin, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus
          <div
            key={bin.from}
            id={`bin-${index}`}
            role="option"
            aria-selected={chosen !== null && index >= chosen[0] && index <= chosen[1]}
            aria-label={`${rangeText(bin, type)}: ${formatCount(bin.count)}`}
            className={styles.bar}
            data-dimmed={chosen !== null && (index < chosen[0] || index > chosen[1])}
          >
            <i style={{ height: `${bin.count === 0 ? 0 : Math.max(2, (bin.count / highest) * 100)}%` }} />
          </div>
        ))}
      </div>
      <p className={styles.caption} aria-live="polite">
        <CaptionText bins={bins} type={type} shown={shown} chosen={chosen} idle={t('Draw over the bars to filter')} />
      </p>
    </div>
  );
}

interface CaptionProps {
  readonly bins: readonly Bin[];
  readonly type: GridColumnType;
  readonly shown: number | null;
  readonly chosen: readonly [number, number] | null;
  readonly idle: string;
}

function CaptionText({ bins, type, shown, chosen, idle }: CaptionProps) {
  const [first, last] = chosen ?? (shown === null ? [0, -1] : [shown, shown]);
  const [from, to] = [bins[first], bins[last]];
  if (!from || !to) return <span>{idle}</span>;
  const count = bins.slice(first, last + 1).reduce((sum, bin) => sum + bin.count, 0);
  return (
    <>
      <span dir="auto" className={textRoles.truncated}>
        {rangeText({ from: from.from, to: to.to }, type)}
      </span>
      <span>{formatCount(count)}</span>
    </>
  );
}

/** Which bars a filter means; null for none, or for borders that are no bar's. */
function spanOf(bins: readonly Bin[], range: ValueRange | null): readonly [number, number] | null {
  if (!range) return null;
  const first = bins.findIndex(({ to }) => to > range.from);
  const last = bins.findLastIndex(({ from }) => from < range.to);
  return first < 0 || last < first ? null : [first, last];
}

interface BarKeys {
  readonly count: number;
  readonly span: Span | null;
  readonly setSpan: (span: Span | null) => void;
  readonly apply: (span: Span | null) => void;
}

function useBarKeys({ count, span, setSpan, apply }: BarKeys) {
  const latest = useRef(span);
  useEffect(() => {
    latest.current = span;
  }, [span]);
  return (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -count, End: count }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const before = latest.current ?? { anchor: step < 0 ? count : -1, focus: step < 0 ? count : -1 };
      const focus = Math.max(0, Math.min(count - 1, before.focus + step));
      setSpan({ anchor: event.shiftKey && latest.current ? before.anchor : focus, focus });
    }
    if (event.key === 'Enter' && latest.current) {
      event.preventDefault();
      apply(latest.current);
    }
    if (event.key === 'Escape' && latest.current) {
      event.preventDefault();
      setSpan(null);
    }
  };
}

import { defaultTranslate } from '@powerset/chart-kit';
import type { EChartsType } from 'echarts/core';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import styles from './echart.module.css';
import { type Brush, figureOf, type MarkEvent, type MarkHandlers, toEvent } from './mark-event.ts';
import type { MarkParams, MarkPlace, Point, Step } from './mark-walk.ts';

interface MarkKeysProps {
  readonly chart: RefObject<EChartsType | null>;
  readonly props: RefObject<MarkHandlers>;
  readonly label: string;
  readonly children: ReactNode;
}

type Walk = typeof import('./mark-walk.ts');

const steps: Readonly<Record<string, Step>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  ArrowDown: 'below',
  ArrowUp: 'above',
  Home: 'first',
  End: 'last',
};

/** A picture that keys lead through from mark to mark: one stop of the page, and nothing but that until it has the focus. */
export function MarkKeys({ chart, props, label, children }: MarkKeysProps) {
  const walk = useRef<Walk | null>(null);
  const loading = useRef<Promise<Walk> | null>(null);
  const place = useRef<MarkPlace | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const translate = props.current.translate ?? defaultTranslate;
  const go = (to: MarkPlace | null) => {
    if (!chart.current || !walk.current) return;
    walk.current.pointAt(chart.current, place.current, to);
    place.current = to;
    const params = to && walk.current.paramsOf(chart.current, to);
    setSaid(params ? wordsOf(params, to, props.current) : '');
  };
  const { begin, stretch } = useStretch({ chart, props, walk, place });
  const press = (key: Pressed, { box, isAdding }: PressedAt) => {
    const drawn = chart.current;
    const known = walk.current;
    if (!drawn || !known) return;
    const at = place.current;
    const from = begin.current;
    if (key.kind === 'step' || key.kind === 'extend') go(known.stepFrom(drawn, at, key.step) ?? at);
    void stretch(key.kind === 'extend' ? (from ?? at) : null);
    if (key.kind === 'leave') go(null);
    const middle = at ? known.middleOf(drawn, at) : { x: drawn.getWidth() / 2, y: drawn.getHeight() / 2 };
    const params = at && known.paramsOf(drawn, at);
    const mark = params && toEvent(params, at, { middle, box, isAdding });
    const point = { clientX: box.left + middle.x, clientY: box.top + middle.y };
    if (key.kind === 'leave' && !from) props.current.brush?.onBrush(null, point);
    if (key.kind === 'click' && from && at) {
      const ends = [known.middleOf(drawn, from), known.middleOf(drawn, at)] as const;
      void choose({ drawn, places: [from, at], ends }, props.current.brush, point);
      return;
    }
    if (key.kind === 'click' && mark) props.current.onMarkClick?.(mark);
    if (key.kind === 'menu') props.current.onMarkMenu?.(mark, point);
  };
  return (
    <div
      role="application"
      aria-roledescription={translate('Chart')}
      aria-label={translate('{{name}}: arrow keys lead from mark to mark', { name: label })}
      className={styles.keys}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture's one stop
      tabIndex={0}
      data-test="chart-keys"
      onFocus={() => {
        setSaid((before) => before ?? '');
        loading.current = import('./mark-walk.ts');
        void loading.current.then((loaded) => {
          walk.current = loaded;
          // Who comes back from a menu is where he was.
          if (place.current && chart.current) loaded.pointAt(chart.current, null, place.current);
        });
      }}
      onBlur={() => {
        if (place.current && chart.current) walk.current?.pointAt(chart.current, place.current, null);
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        const key = readKey(event, { isAtMark: place.current !== null, props: props.current });
        if (!key) return;
        event.preventDefault();
        event.stopPropagation();
        const box = event.currentTarget.getBoundingClientRect();
        const at = { box, isAdding: event.ctrlKey || event.metaKey };
        // Who is faster than the network is not to press twice.
        if (walk.current) press(key, at);
        else void loading.current?.then(() => press(key, at));
      }}
    >
      {children}
      {said === null ? null : (
        <span className={styles.said} aria-live="polite" data-test="mark-said" data-not-drawn>
          {said}
        </span>
      )}
    </div>
  );
}

interface Walked extends Pick<MarkKeysProps, 'chart' | 'props'> {
  readonly walk: RefObject<Walk | null>;
  readonly place: RefObject<MarkPlace | null>;
}

/** The stretch over which keys lead with Shift. */
function useStretch({ chart, props, walk, place }: Walked) {
  const begin = useRef<MarkPlace | null>(null);
  const band = useRef<HTMLElement | null>(null);
  /** Shows what lies between the mark at which it began and the one that was come to; null takes that away. */
  const stretch = async (from: MarkPlace | null) => {
    begin.current = from;
    band.current?.remove();
    band.current = null;
    const host = chart.current?.getDom().parentElement;
    const { brush } = props.current;
    if (!from || !host || !brush) return;
    brush.onNear?.();
    const { drawBand } = await import('./brush.ts');
    const [drawn, known, to] = [chart.current, walk.current, place.current];
    if (begin.current !== from || !drawn || !known || !to) return;
    const [start, end] = [known.middleOf(drawn, from), known.middleOf(drawn, to)];
    const shape = brush.axis === 'both' ? brush : { axis: brush.axis };
    band.current = drawBand({ chart: drawn, host }, shape, { ends: [start, end], band: band.current });
  };
  return { begin, stretch };
}

interface Ends {
  readonly drawn: EChartsType;
  readonly places: readonly [MarkPlace, MarkPlace];
  readonly ends: readonly [Point, Point];
}

/** The stretch between two marks; where both axes are brushed, the rectangle between them. */
async function choose(
  { drawn, places, ends }: Ends,
  brush: Brush | undefined,
  at: { clientX: number; clientY: number },
) {
  if (!brush) return;
  if (brush.axis !== 'both') {
    const [from, to] = places.map(({ index }) => index).sort((one, other) => one - other);
    return brush.onBrush({ kind: 'places', from: from ?? 0, to: to ?? 0 }, at);
  }
  const { spanBetween } = await import('./brush.ts');
  if (drawn.isDisposed()) return;
  brush.onBrush(spanBetween({ chart: drawn, host: drawn.getDom() }, brush, ends), at);
}

interface PressedAt {
  readonly box: DOMRect;
  readonly isAdding: boolean;
}

type Pressed =
  | { readonly kind: 'step' | 'extend'; readonly step: Step }
  | { readonly kind: 'click' | 'menu' | 'leave' };

function readKey(
  event: KeyboardEvent,
  { isAtMark, props }: { readonly isAtMark: boolean; readonly props: MarkHandlers },
): Pressed | null {
  const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
  if (isMenuKey) return props.onMarkMenu ? { kind: 'menu' } : null;
  const step = steps[event.key];
  if (event.altKey || (event.shiftKey && !(step && props.brush))) return null;
  if (event.shiftKey && step) return { kind: 'extend', step };
  if (step && !event.ctrlKey && !event.metaKey) return { kind: 'step', step };
  if (!isAtMark) return event.key === 'Escape' && props.brush ? { kind: 'leave' } : null;
  if (event.key === 'Escape') return { kind: 'leave' };
  return event.key === 'Enter' || event.key === ' ' ? { kind: 'click' } : null;
}

/** Name and value of a mark, in the chart's own words where it has some. */
function wordsOf(params: MarkParams, place: MarkPlace, props: MarkHandlers): string {
  const event: MarkEvent = { ...params, dataType: place.dataType, clientX: 0, clientY: 0, isAdding: false };
  const own = props.wordsOf?.(event);
  if (own) return own;
  const figure = figureOf(params.value);
  const said = figure === null ? '' : new Intl.NumberFormat(document.documentElement.lang || 'en').format(figure);
  return [params.name || params.seriesName, said].filter(Boolean).join(': ');
}

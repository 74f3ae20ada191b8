import { defaultTranslate, readAnnotationLayers, valueOfLine } from '@powerset/chart-kit';
import type { EChartsType } from 'echarts/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import styles from './NoteOverlay.module.css';
import {
  type ChartPlaces,
  type NoteGround,
  type Pointed,
  pixelOfStep,
  pixelOfValue,
  pointedBy,
  pointedByKey,
  takesSteps,
  toNotePlace,
  valueAtPixel,
  wordsOf,
} from './note-places.ts';
import type { NotePlace, NoteTarget, Noting } from './noting.ts';
import type { NotedOptions } from './series-notes.ts';

export interface NoteOverlayProps {
  readonly chart: EChartsType;
  readonly options: NotedOptions;
  readonly noting: Noting;
  readonly isTemporal: boolean;
}

type Point = readonly [number, number];

/** Over a chart: its notes as what can be pressed, moved and reached by keys, and where a new one is to stand. */
export function NoteOverlay({ chart, options, noting, isTemporal }: NoteOverlayProps) {
  const ground = useMemo(
    (): NoteGround => ({ options, isTemporal, places: placesOf(chart, options) }),
    [chart, options, isTemporal],
  );
  return (
    <div className={styles.overlay} data-not-drawn>
      {noting.isAdding ? (
        <Surface ground={ground} noting={noting} />
      ) : (
        <Handles ground={ground} options={options} noting={noting} />
      )}
    </div>
  );
}

/** The plot's edges are looked for from its middle: the drawing library tells of a pixel only whether it is within. */
function placesOf(chart: EChartsType, { context: { width, height } }: NotedOptions): ChartPlaces {
  const isWithin = (x: number, y: number) => chart.containPixel({ gridIndex: 0 }, [x, y]);
  const edge = (from: number, step: number, isIn: (at: number) => boolean) => {
    let at = from;
    while (at + step >= 0 && at + step <= Math.max(width, height) && isIn(at + step)) at += step;
    return at;
  };
  const [x, y] = [Math.round(width / 2), Math.round(height / 2)];
  const [left, right] = [-1, 1].map((step) => edge(x, step, (at) => isWithin(at, y))) as [number, number];
  const [top, bottom] = [-1, 1].map((step) => edge(y, step, (at) => isWithin(x, at))) as [number, number];
  const finder = { xAxisIndex: 0, yAxisIndex: 0 };
  // Two axes give two numbers.
  const pairOf = (pair: unknown) => pair as Point;
  return {
    plot: { left, top, width: right - left, height: bottom - top },
    toPixel: (point) => pairOf(chart.convertToPixel(finder, [...point])),
    fromPixel: (point) => pairOf(chart.convertFromPixel(finder, [...point])),
  };
}

interface PartProps {
  readonly ground: NoteGround;
  readonly noting: Noting;
}

const words = ({ options }: NoteGround) => options.context.translate ?? defaultTranslate;

/** Takes the press or the drag that says where a note is to stand, or the keys that do. */
function Surface({ ground, noting }: PartProps) {
  const translate = words(ground);
  const { plot } = ground.places;
  const surface = useRef<HTMLDivElement>(null);
  const start = useRef<Point | null>(null);
  const [pointed, setPointed] = useState<Pointed>(() => firstPointed(ground));
  useEffect(() => {
    // Of panels the first one has the keys.
    if (!document.activeElement?.matches('[data-test=note-surface]')) surface.current?.focus({ preventScroll: true });
  }, []);
  const pointOf = (event: PointerEvent): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const onMove = (event: PointerEvent) => {
    const to = pointOf(event);
    setPointed(pointedBy({ from: start.current ?? to, to }, ground));
  };
  const place = (chosen: Pointed, at: { readonly clientX: number; readonly clientY: number }) =>
    noting.onPlace(toNotePlace(chosen, ground), at);
  const onUp = (event: PointerEvent) => {
    const from = start.current;
    start.current = null;
    if (from) place(pointedBy({ from, to: pointOf(event) }, ground), event);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') noting.onStop();
    else if (event.key === 'Enter' || event.key === ' ') {
      const box = event.currentTarget.getBoundingClientRect();
      const [x, y] = middleOf(pointed, ground);
      place(pointed, { clientX: box.left + x, clientY: box.top + y });
    } else if (event.key.startsWith('Arrow')) setPointed(pointedByKey(pointed, event, ground));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const text = wordsOf(pointed, ground);
  return (
    <div
      ref={surface}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is steered by the arrow keys
      tabIndex={0}
      className={styles.surface}
      aria-label={translate('Where the note is to stand')}
      aria-description={translate(
        'Arrow keys move, with Shift over a span, up and down from series to series and on to values. Enter writes, Escape leaves.',
      )}
      data-test="note-surface"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = pointOf(event);
        onMove(event);
      }}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={() => {
        start.current = null;
      }}
      onKeyDown={onKeyDown}
    >
      <Guide ground={ground} pointed={pointed} />
      <p className={styles.readout} style={{ left: plot.left + 6, top: plot.top + 6 }} role="status">
        {text}
      </p>
    </div>
  );
}

function firstPointed(ground: NoteGround): Pointed {
  const { top, left, width, height } = ground.places.plot;
  const { isHorizontal } = ground.options.plot;
  if (!takesSteps(ground))
    return { kind: 'value', value: valueAtPixel(isHorizontal ? left + width / 2 : top + height / 2, ground) };
  const last = ground.options.plot.xs.length - 1;
  return { kind: 'step', from: last, to: last, seriesId: null };
}

function middleOf(pointed: Pointed, ground: NoteGround): Point {
  const { top, left, width, height } = ground.places.plot;
  if (pointed.kind === 'step')
    return [(pixelOfStep(pointed.from, ground) + pixelOfStep(pointed.to, ground)) / 2, top + height / 3];
  const px = pixelOfValue(pointed.value, ground);
  return ground.options.plot.isHorizontal ? [px, top + height / 3] : [left + width / 2, px];
}

/** What the note would be: a line, a band, or a ring around a point. */
function Guide({ ground, pointed }: { readonly ground: NoteGround; readonly pointed: Pointed }) {
  const { top, left, width, height } = ground.places.plot;
  if (pointed.kind === 'value') {
    const px = pixelOfValue(pointed.value, ground);
    const style = ground.options.plot.isHorizontal
      ? { left: px, top, height, width: 0 }
      : { left, top: px, width, height: 0 };
    return <i className={styles.guide} style={style} />;
  }
  const [from, to] = [pixelOfStep(pointed.from, ground), pixelOfStep(pointed.to, ground)];
  const series = ground.options.plot.series.find(({ id }) => id === pointed.seriesId);
  const value = series?.values[pointed.from] ?? null;
  return (
    <>
      <i className={styles.guide} style={{ left: from, top, height, width: to - from }} />
      {value === null ? null : (
        <i className={styles.ring} style={{ left: from - 6, top: pixelOfValue(value, ground) - 6 }} />
      )}
    </>
  );
}

const sideways: Readonly<Record<string, number>> = { ArrowLeft: -4, ArrowRight: 4 };
const upwards: Readonly<Record<string, number>> = { ArrowUp: -4, ArrowDown: 4 };

interface HandleProps extends PartProps {
  readonly target: NoteTarget;
  readonly label: string;
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** Where it stands after it was moved by so many pixels, or by a key. */
  readonly movedBy: (by: Point) => NotePlace | null;
  readonly movedByKey: (event: KeyboardEvent) => NotePlace | null;
}

function Handles({ ground, options, noting }: PartProps & { readonly options: NotedOptions }) {
  const translate = words(ground);
  const { plot } = ground.places;
  const lines = readAnnotationLayers(options.context.form).flatMap((layer) => {
    const value = layer.show ? valueOfLine(layer) : null;
    return value === null ? [] : [{ name: layer.name, value }];
  });
  const { isHorizontal } = options.plot;
  return (
    <>
      {isHorizontal
        ? null
        : options.drawnNotes.map(({ placed, nameY, nameWidth, isLeft }) => {
            const x = pixelOfStep(placed.from, ground);
            const width = Math.max(16, nameWidth + 10);
            const place = (pointed: Pointed & { readonly kind: 'step' }) =>
              toNotePlace({ ...pointed, seriesId: placed.series?.id ?? null }, ground);
            const shifted = (steps: number) => {
              const last = options.plot.xs.length - 1;
              const by = Math.max(-placed.from, Math.min(last - placed.to, steps));
              return by === 0
                ? null
                : place({ kind: 'step', from: placed.from + by, to: placed.to + by, seriesId: null });
            };
            return (
              <Handle
                key={`note:${placed.index}`}
                {...{ ground, noting }}
                target={{ kind: 'note', index: placed.index }}
                label={translate('Note: {{text}}', { text: placed.note.text })}
                box={{ left: isLeft ? x - width : x - 2, top: nameY - 9, width, height: 18 }}
                movedBy={([along]) => shifted(stepsOf(x + along, placed.from, ground))}
                movedByKey={({ key }) => shifted((sideways[key] ?? 0) / 4)}
              />
            );
          })}
      {lines.map(({ name, value }) => {
        const px = pixelOfValue(value, ground);
        const toPlace = (pixel: number): NotePlace => ({ kind: 'value', value: valueAtPixel(pixel, ground) });
        return (
          <Handle
            key={`line:${name}`}
            {...{ ground, noting }}
            target={{ kind: 'line', name }}
            label={translate('Line: {{name}}', { name: `${name}, ${options.plot.format(value)}` })}
            box={
              isHorizontal
                ? { left: px - 6, top: plot.top, width: 12, height: plot.height }
                : { left: plot.left, top: px - 6, width: plot.width, height: 12 }
            }
            movedBy={([along, up]) => toPlace(px + (isHorizontal ? along : up))}
            movedByKey={({ key }) => {
              const by = (isHorizontal ? sideways : upwards)[key];
              return by === undefined ? null : toPlace(px + by);
            }}
          />
        );
      })}
    </>
  );
}

function stepsOf(x: number, from: number, ground: NoteGround): number {
  const pointed = pointedBy({ from: [x, ground.places.plot.top], to: [x, ground.places.plot.top] }, ground);
  return pointed.kind === 'step' ? pointed.from - from : 0;
}

const leastMovePx = 4;

/** A note as a button: a press opens it, a drag and the arrow keys move it, Delete takes it away. */
function Handle({ noting, target, label, box, movedBy, movedByKey }: HandleProps) {
  const start = useRef<Point | null>(null);
  const [by, setBy] = useState<Point>([0, 0]);
  const hasMoved = Math.hypot(...by) >= leastMovePx;
  const wasDragged = useRef(false);
  const isLine = target.kind === 'line';
  const isUpright = box.height > box.width;
  const shift = isLine && !isUpright ? `0, ${by[1]}px` : `${by[0]}px, 0`;
  return (
    <button
      type="button"
      className={isLine ? styles.line : styles.handle}
      aria-label={label}
      title={label}
      data-dragged={hasMoved || undefined}
      data-upright={isUpright || undefined}
      style={{ ...box, transform: hasMoved ? `translate(${shift})` : undefined }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = [event.clientX, event.clientY];
      }}
      onPointerMove={(event) => {
        if (start.current) setBy([event.clientX - start.current[0], event.clientY - start.current[1]]);
      }}
      onPointerUp={() => {
        wasDragged.current = hasMoved;
        start.current = null;
        setBy([0, 0]);
        const place = hasMoved ? movedBy(by) : null;
        if (place) noting.onMove(target, place);
      }}
      onPointerCancel={() => {
        start.current = null;
        setBy([0, 0]);
      }}
      onClick={(event) => {
        if (wasDragged.current) {
          wasDragged.current = false;
          return;
        }
        const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
        const isByKey = event.detail === 0;
        noting.onOpen(target, isByKey ? { clientX: left + width / 2, clientY: top + height } : event);
      }}
      onKeyDown={(event) => {
        const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
        const place = isRemoval ? null : movedByKey(event);
        if (isRemoval) noting.onRemove(target);
        else if (place) noting.onMove(target, place);
        else return;
        event.preventDefault();
      }}
    />
  );
}

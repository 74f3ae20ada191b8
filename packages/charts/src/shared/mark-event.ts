import type { MarkParams, MarkPlace, Point } from './mark-walk.ts';

/** What ECharts tells of the mark under the pointer. */
export interface MarkEvent {
  readonly seriesId: string;
  readonly dataIndex: number;
  readonly name: string;
  readonly clientX: number;
  readonly clientY: number;
  /** Ctrl or the command key was down: add to the selection. */
  readonly isAdding: boolean;
  /** Of charts of nodes and links: which of the two the mark is. */
  readonly dataType: string | undefined;
  /** The item of the option's data that the mark draws. */
  readonly data: unknown;
  readonly value?: unknown;
  readonly seriesName?: string | undefined;
}

/** A stretch of an axis: its values under the pointer, places on an axis of names, or the marks between which keys walked. */
export interface BrushedSpan {
  readonly kind: 'values' | 'places';
  readonly from: number;
  readonly to: number;
  /** The same along the other axis, where both are brushed. */
  readonly across?: { readonly from: number; readonly to: number };
}

/** How a stretch of a chart is chosen. */
export interface Brush {
  /** Along which the marks stand. */
  readonly axis: 'x' | 'y' | 'both';
  /** Dragging chooses; where it moves the drawing, keys alone do. */
  readonly isDragged: boolean;
  /** Null lets go of what was chosen. */
  readonly onBrush: (span: BrushedSpan | null, at: { readonly clientX: number; readonly clientY: number }) => void;
  /** Somebody drags, and has come so far; null where that was broken off. */
  readonly onDrag?: ((span: BrushedSpan | null) => void) | undefined;
  /** The pointer has come over the chart, or the keys have. */
  readonly onNear?: (() => void) | undefined;
  /** Between which shares of the plot what is chosen lies, where that is not what was dragged over. */
  readonly shareOf?: ((span: BrushedSpan) => readonly [number, number]) | undefined;
}

/** What becomes of a mark that the pointer or the keys are at. */
export interface MarkHandlers {
  readonly onMarkClick?: ((event: MarkEvent) => void) | undefined;
  readonly onMarkMenu?: ((event: MarkEvent | null, at: { clientX: number; clientY: number }) => void) | undefined;
  readonly brush?: Brush | undefined;
  /** A mark in the chart's own words, for who comes to it by keys. */
  readonly wordsOf?: ((event: MarkEvent) => string | null) | undefined;
  readonly translate?: ((text: string, values?: Readonly<Record<string, unknown>>) => string) | undefined;
}

interface EventGiven {
  readonly middle: Point;
  readonly box: DOMRect;
  readonly isAdding: boolean;
}

/** The mark as the pointer would tell of it. */
export function toEvent(params: MarkParams, place: MarkPlace, { middle, box, isAdding }: EventGiven): MarkEvent {
  return {
    ...params,
    dataType: place.dataType,
    clientX: box.left + middle.x,
    clientY: box.top + middle.y,
    isAdding,
  };
}

/** The figure in what ECharts calls a value: the last number of a list. */
export function figureOf(value: unknown): number | null {
  const last: unknown = Array.isArray(value) ? value.findLast((part) => typeof part === 'number') : value;
  return typeof last === 'number' && Number.isFinite(last) ? last : null;
}

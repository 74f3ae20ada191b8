/** Where a note stands or is to stand: on the axis of times, or a line at a value. */
export type NotePlace =
  | {
      readonly kind: 'note';
      readonly at: number;
      readonly end: number | null;
      readonly series: string | null;
      readonly panel: string | null;
    }
  | { readonly kind: 'value'; readonly value: number };

/** A note by its place in the form's list, or a line by the name of its layer. */
export type NoteTarget =
  | { readonly kind: 'note'; readonly index: number }
  | { readonly kind: 'line'; readonly name: string };

interface PagePoint {
  readonly clientX: number;
  readonly clientY: number;
}

/** How notes are put on a chart and changed by pointing; given where the chart's form may be changed. */
export interface Noting {
  /** The next press or drag says where a note is to stand. */
  readonly isAdding: boolean;
  readonly onPlace: (place: NotePlace, at: PagePoint) => void;
  readonly onOpen: (target: NoteTarget, at: PagePoint) => void;
  readonly onMove: (target: NoteTarget, place: NotePlace) => void;
  readonly onRemove: (target: NoteTarget) => void;
  readonly onStop: () => void;
}

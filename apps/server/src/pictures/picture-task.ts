import type { AnswerFacts, ChartForm } from '@powerset/chart-kit';
import type { PackedTable } from '../packed/index.ts';

/** Where a piece stands in the picture, in px. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a chart is drawn from. */
export interface PicturedChart {
  readonly kind: 'chart';
  readonly place: Place;
  /** Above the chart, in its card; null for a chart on its own. */
  readonly title: string | null;
  readonly form: ChartForm;
  readonly tables: readonly PackedTable[];
  readonly answers: readonly AnswerFacts[];
  readonly names: {
    readonly verboseNames: Readonly<Record<string, string>>;
    readonly columnFormats: Readonly<Record<string, string>>;
    readonly currencies: Readonly<
      Record<string, { readonly symbol: string; readonly symbolPosition: 'prefix' | 'suffix' }>
    >;
  };
  readonly timeBounds: readonly [number, number] | null;
  /** Of a type that is a plugin's, whose code does not run here: its rows are painted. */
  readonly isPlugin: boolean;
  /** Why there is nothing to draw. */
  readonly failure: string | null;
}

/** Words between charts. */
export interface PicturedText {
  readonly kind: 'text';
  readonly place: Place;
  readonly text: string;
  readonly sizePx: number;
  readonly isStrong: boolean;
}

/** What a chart says above all, in words that are not translated yet: their numbers stand in the text between U+E000 and U+E001. */
export interface Summary {
  readonly text: string;
  /** Values may hold places of other words. */
  readonly words: readonly { readonly text: string; readonly values: Readonly<Record<string, string>> }[];
}

/** What came of a chart. */
export interface DrawnChart {
  /** There was something to draw. */
  readonly isDrawn: boolean;
  /** Null where none was asked for, or the chart has none. */
  readonly summary: Summary | null;
}

export interface DrawnPicture {
  readonly bytes: Uint8Array;
  /** One for each chart of the task, in its order. */
  readonly charts: readonly DrawnChart[];
}

export interface PictureTask {
  readonly kind: 'picture';
  readonly format: 'png' | 'pdf';
  readonly theme: 'light' | 'dark';
  /** Values of tokens that are not the product's own, by their names as CSS variables. */
  readonly tokens?: Readonly<Record<string, string>>;
  /** In px; the pixels of a PNG are these times `scale`. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  /** Charts on cards lie on the page's ground, a single one on its own. */
  readonly hasCards: boolean;
  readonly title: string;
  readonly now: number;
  readonly locale: string;
  /** Charts say what they show besides. */
  readonly hasSummaries?: boolean;
  readonly pieces: readonly (PicturedChart | PicturedText)[];
}

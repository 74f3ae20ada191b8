import type { ChartDefinition, ChartTheme, CrossFilterSelection, ModelContext } from '@powerset/chart-kit';
import type { Brushing } from './brush-choices.ts';
import type { CopiedCells } from './copied-cells.ts';
import type { MarkFacts } from './mark-facts.ts';
import type { Noting } from './noting.ts';

/** Where on the page a chart asked for a menu, and what for. */
export interface ChartMenuRequest {
  readonly clientX: number;
  readonly clientY: number;
  /** The mark under the pointer as a filter, if it stands for one. */
  readonly selection: CrossFilterSelection | null;
  /** What the mark says of the rows behind it; null where the menu is about the whole chart. */
  readonly mark: MarkFacts | null;
  /** The saved chart whose mark it is, where the chart is made of several. */
  readonly layer?: ChartMenuLayer | undefined;
  /** Of a chart of cells: those that are chosen, or all that it shows. Made when they are wanted. */
  readonly cells?: { readonly rows: number; readonly read: () => readonly CopiedCells[] };
}

/** A saved chart that another one is made of, as it was asked there. */
export interface ChartMenuLayer extends Pick<ModelContext, 'form' | 'verboseNames' | 'columnFormats'> {
  readonly id: number;
  readonly name: string;
  readonly definition: ChartDefinition;
}

/** What every view takes. `form`, `model` and `options` are those of the definition's `readForm`, `toModel` and `toOptions`. */
export interface ChartViewProps<Model = unknown, Options = unknown, Form = unknown> {
  readonly definition: ChartDefinition;
  readonly form: Form;
  readonly model: Model;
  readonly options: Options;
  readonly width: number;
  readonly height: number;
  readonly theme: ChartTheme;
  /** Accessible name: the chart's title. */
  readonly title?: string;
  /** The reader's language. */
  readonly locale?: string;
  readonly selectedLabels: readonly string[];
  readonly translate?: (text: string, values?: Readonly<Record<string, unknown>>) => string;
  readonly onSelect?: (selection: CrossFilterSelection | null) => void;
  /** A view's own state that changes its query: page and search of a table that is paged by the server. */
  readonly ownState?: Readonly<Record<string, unknown>>;
  readonly onOwnState?: (state: Readonly<Record<string, unknown>>) => void;
  /** What pointing changed of the form, as a moved map does; kept by whoever edits it. */
  readonly onFormChanges?: (changes: Readonly<Record<string, unknown>>) => void;
  readonly onContextMenu?: (request: ChartMenuRequest) => void;
  /** Who follows while somebody drags over the chart; what is chosen in the end is told to `onSelect`. */
  readonly brushing?: Brushing | undefined;
  /** Where notes may be put on the chart and changed by pointing. */
  readonly noting?: Noting | undefined;
  readonly onRendered?: (ms: number) => void;
  readonly onRenderError?: (error: Error) => void;
}

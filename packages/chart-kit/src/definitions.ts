// check-ignore file-length: the parts of a chart type, which name each other
import type { AnyInput, CellValue, ChartTableResult, Endpoint, QueryObject, ResultTable } from '@powerset/contract';

/** A chart's settings: what is saved, with the wire's names (`viz_type`, `metrics`, `groupby`, …). */
export type ChartForm = Readonly<Record<string, unknown>> & { readonly viz_type: string };

export type ChartBehavior = 'INTERACTIVE_CHART' | 'NATIVE_FILTER' | 'DRILL_TO_DETAIL' | 'DRILL_BY';

/** What kind of widget edits a control; the web has one component for each. */
export type ControlType =
  | 'text'
  | 'number'
  | 'checkbox'
  | 'select'
  | 'radio'
  | 'slider'
  | 'color'
  | 'color-scheme'
  | 'sequential-scheme'
  | 'metric'
  | 'metrics'
  | 'column'
  | 'columns'
  | 'filters'
  | 'time-grain'
  | 'time-range'
  | 'bounds'
  | 'currency'
  | 'sort-by'
  | 'order-by-columns'
  | 'column-config'
  | 'conditional-formatting'
  | 'annotations'
  | 'notes'
  | 'fixed-or-metric'
  | 'spatial'
  | 'viewport'
  | 'color-breakpoints'
  | 'contours'
  | 'async-select'
  | 'time-series-columns'
  | 'textarea'
  | 'hidden';

export type AnnotationType = 'FORMULA' | 'EVENT' | 'INTERVAL' | 'TIME_SERIES';

export type ChoiceValue = string | number | boolean | null;

export interface ControlChoice<Value extends ChoiceValue = ChoiceValue> {
  readonly value: Value;
  readonly label: string;
}

/** What controls may look at besides the form: the dataset in hand and the server's limits. */
export interface ControlContext {
  readonly form: ChartForm;
  readonly columns: readonly { readonly name: string; readonly type: 'number' | 'string' | 'temporal' | 'boolean' }[];
  readonly metrics: readonly { readonly name: string }[];
  readonly timeGrains: readonly ControlChoice[];
  readonly mainTemporalColumn: string | null;
  readonly maxRows: number;
}

/** What rules look at: the same, but other fields of the form are read by `controlValue`, which names their control. */
export interface RuleContext extends Omit<ControlContext, 'form'> {
  readonly form: { readonly viz_type: string };
}

/** Returns the message of what is wrong, or false. Messages are those of the specification. */
export type Validator = (value: unknown, context: RuleContext) => string | false;

/** A call that answers the choices of a control. */
export interface ChoiceEndpoint {
  readonly endpoint: Endpoint;
  readonly query?: AnyInput['query'];
  /** The answer to choices; by default its `result`, whose entries are choices or plain values. */
  readonly toChoices?: (answer: unknown) => readonly ControlChoice[];
  /** What a chosen value is called that the answer does not hold, or holds no more. */
  readonly labelOf?: (value: unknown) => string | null;
}

export interface ControlDefinition {
  /** Key in the form. */
  readonly name: string;
  readonly type: ControlType;
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly default?: unknown;
  /** A default that depends on the dataset; wins over `default`. */
  readonly initialValue?: (context: RuleContext) => unknown;
  readonly choices?: readonly ControlChoice[] | ((context: RuleContext) => readonly ControlChoice[]);
  /** What a value that older charts saved is called today. */
  readonly modernize?: (value: unknown) => unknown;
  readonly isMulti?: boolean;
  /** A select that also takes typed values. */
  readonly isFreeForm?: boolean;
  readonly isClearable?: boolean;
  /** Empty is a value of its own, not a missing one; so it is where a control can be cleared or has no default. */
  readonly isOptional?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** For column controls: only these types are accepted. */
  readonly columnTypes?: readonly ('number' | 'string' | 'temporal' | 'boolean')[];
  /** Of a `column-config`: whether it is about cells (where absent), about the axes of metrics or about the figures of a comparison. */
  readonly configures?: 'axes' | 'comparison';
  /** Of an `async-select`: where its choices are asked for, and how they are read from the answer. */
  readonly endpoint?: ChoiceEndpoint;
  readonly validators?: readonly Validator[];
  readonly isVisible?: (context: RuleContext) => boolean;
  /** Whether a change needs a new query or only a new drawing. */
  readonly changes: 'query' | 'drawing';
}

/** Each row holds one or two controls side by side. */
export type ControlRows<Control extends ControlDefinition = ControlDefinition> = readonly (readonly Control[])[];

export interface ControlSection<Rows extends ControlRows = ControlRows> {
  readonly label: string;
  readonly tab: 'data' | 'customize';
  readonly isCollapsed?: boolean;
  readonly isVisible?: (context: RuleContext) => boolean;
  readonly rows: Rows;
}

/** Colours and fonts of the theme in which a chart is drawn; values are CSS colours. */
export interface ChartTheme {
  readonly isDark: boolean;
  readonly font: string;
  readonly text: string;
  readonly textSecondary: string;
  readonly textTertiary: string;
  readonly card: string;
  readonly raised: string;
  readonly border: string;
  readonly borderStrong: string;
  readonly grid: string;
  readonly axis: string;
  readonly label: string;
  readonly pointer: string;
  readonly note: string;
  readonly band: string;
  readonly cellBar: string;
  readonly success: string;
  readonly danger: string;
  readonly warning: string;
  readonly accent: string;
  readonly dataOther: string;
  /** The default categorical palette, ten colours. */
  readonly categorical: readonly string[];
  readonly sequential: readonly string[];
  readonly diverging: readonly string[];
}

/** A mark that was chosen becomes a condition on other charts. */
export interface CrossFilterSelection {
  readonly filters: readonly {
    readonly column: string;
    readonly op: 'IN' | 'IS NULL' | 'TEMPORAL_RANGE' | '>=' | '>' | '<' | '<=';
    readonly values: readonly CellValue[];
  }[];
  /** The chosen marks' labels, for the chip and for dimming the others. */
  readonly selectedLabels: readonly string[];
  /** What it is called where no single marks are chosen: a stretch of an axis. */
  readonly label?: string;
}

/** Whether an answer holds all rows, and which of its metrics may be added up. */
export type AnswerFacts = Pick<ChartTableResult, 'limitReached' | 'summable'> &
  Partial<
    Pick<
      ChartTableResult,
      'sql_rowcount' | 'compared_periods' | 'chart_layer' | 'currency_code_column' | 'detected_currency'
    >
  >;

export interface ModelContext<Form = ChartForm> {
  readonly form: Form;
  /** Friendly names of columns and metrics of the dataset, by label. */
  readonly verboseNames: Readonly<Record<string, string>>;
  /** Number formats saved with the dataset's metrics, by label. */
  readonly columnFormats: Readonly<Record<string, string>>;
  /** Gives a label its colour; the same label has the same colour on the whole dashboard. */
  readonly colorOf: (label: string, index: number) => string;
  /** Whether these colours are those of all charts of a dashboard. */
  readonly sharesColors?: boolean;
  /** Currencies saved with the dataset's metrics, by label. */
  readonly currencies?: Readonly<
    Record<string, { readonly symbol: string; readonly symbolPosition: 'prefix' | 'suffix' }>
  >;
  /** The time range that was asked for, as the server resolved it (epoch milliseconds), where it has both ends. */
  readonly timeBounds?: readonly [number, number];
  /** When the answers came (epoch milliseconds): the period that it lies in is not over. */
  readonly now?: number;
  /** What the server says of the answers, in the order of the queries. */
  readonly answers?: readonly AnswerFacts[];
  /** Answers of the form's annotation layers, by layer name. */
  readonly annotations?: Readonly<Record<string, AnnotationRecords>>;
  /** Those of the maps that `mapsOf` named, by name; a map that is not here is not drawn. */
  readonly maps?: Readonly<Record<string, ChartMap>>;
  /** The definitions of the chart types that `typesOf` named; what is not here is not drawn. */
  readonly typeOf?: (key: string) => ChartDefinition | undefined;
  /** The reader's language, in whose way numbers and times are written; English when absent. */
  readonly locale?: string;
  /** Turns English interface text (with `{{name}}` places) into the reader's language; English when absent. */
  readonly translate?: (text: string, values?: Readonly<Record<string, unknown>>) => string;
}

export interface DrawContext<Form = ChartForm> extends ModelContext<Form> {
  readonly theme: ChartTheme;
  readonly width: number;
  readonly height: number;
  readonly locale: string;
  readonly selectedLabels: readonly string[];
}

/** Rings of [longitude, latitude], the outer one first, its holes after it. None crosses the antimeridian. */
export type MapPolygon = readonly (readonly (readonly [number, number])[])[];

/** A country, or a part of one. */
export interface MapArea {
  /** Of the world ISO 3166-1 numeric, of a country ISO 3166-2; empty for what has no code. */
  readonly code: string;
  readonly name: string;
  readonly polygons: readonly MapPolygon[];
}

/** A map that charts are drawn on. */
export interface ChartMap {
  readonly areas: readonly MapArea[];
}

/** Records of one annotation layer, as the server answers them. */
export interface AnnotationRecords {
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

/** A named example: a test, a gallery picture and documentation at once. */
export interface ChartExample {
  readonly name: string;
  readonly form: ChartForm;
  readonly results: readonly ResultTable[];
  readonly annotations?: Readonly<Record<string, AnnotationRecords>>;
  readonly answers?: readonly AnswerFacts[];
}

/** An English text of the catalogue and the values of its `{{places}}`; whoever shows it translates it. */
export interface ChartWords {
  readonly text: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Why rows that came are not drawn, all or some of them. */
export interface Undrawn {
  /** Nothing is drawn, and the reason stands in its place; else it is one line under the picture. */
  readonly isAll: boolean;
  /** None of the values that came is a number; where they are words, that is said instead. */
  readonly lacksNumbers?: boolean;
  readonly title: ChartWords;
  readonly text?: ChartWords;
  /** A change of the form after which they would be drawn. */
  readonly remedy?: Remedy;
  /** Another such change. */
  readonly also?: Remedy;
}

export interface Remedy {
  readonly label: string;
  readonly changes: Readonly<Record<string, unknown>>;
}

/** Turns English interface text into the reader's language. */
export type Translate = (text: string) => string;

/** What a chart shows as rows of cells, the names of the columns first. */
export type DrawnCells = readonly (readonly (string | number | null)[])[];

/** What people read of a chart type, and what it can do. */
export interface ChartFacts {
  /** The wire's `viz_type`. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly tags: readonly string[];
  /** Other names under which people look for it; searched, never shown. */
  readonly searchWords?: readonly string[];
  readonly behaviors: readonly ChartBehavior[];
  readonly isDeprecated?: boolean;
  /** Where its picture for the gallery is, of a type that is no part of the build. */
  readonly thumbnail?: string;
  /** Drawn as words and cells: its picture has pixels and no SVG document. */
  readonly isText?: boolean;
  /** The badge of the gallery card and what it means. */
  readonly badge?: 'deprecated' | 'featured';
  readonly badgeExplanation?: string;
  /** Kinds of annotation layers that this chart draws. */
  readonly annotationTypes?: readonly AnnotationType[];
  /** Rules that concern several controls at once. */
  readonly validate?: (
    context: RuleContext,
  ) => readonly { readonly control: string; readonly label: string; readonly message: string }[];
}

/** The controls of a chart type and the form that they make. */
export interface FormDeclaration<Form> {
  readonly sections: readonly ControlSection[];
  /** A stored form as the controls hold it; the same object for the same form. */
  readonly read: (stored: ChartForm) => Form;
}

/**
 * A chart type as its folder declares it, from form to drawing options, without React or DOM.
 * `Model` is what the drawing knows: no rows. `Options` is what the view takes (for ECharts charts, its option object).
 */
export interface ChartDeclaration<Form, Model, Options> extends ChartFacts {
  readonly form: FormDeclaration<Form>;
  /** The queries that fill this chart. */
  readonly toQueries: (form: NoInfer<Form>) => readonly QueryObject[];
  /** Server answers to what is drawn. */
  readonly toModel: (results: readonly ResultTable[], context: ModelContext<NoInfer<Form>>) => Model;
  /** What is drawn to drawing options. */
  readonly toOptions: (model: NoInfer<Model>, context: DrawContext<NoInfer<Form>>) => Options;
  /** The maps that it is drawn on, by name: files that whoever draws it brings along. */
  readonly mapsOf?: (form: NoInfer<Form>) => readonly string[];
  /** The chart types that it is made of, by what the server says of its answers; whoever draws it brings their definitions along. */
  readonly typesOf?: (answers: readonly AnswerFacts[]) => readonly string[];
  /** No rows came. */
  readonly isEmpty?: (model: NoInfer<Model>) => boolean;
  /** What of the rows that came is not drawn, and why; null where all is. */
  readonly undrawnOf?: (model: NoInfer<Model>, form: NoInfer<Form>) => Undrawn | null;
  /** The chart as a file of cells, where these are not the rows that came, or not in their order. */
  readonly toCells?: (model: NoInfer<Model>, context: DrawContext<NoInfer<Form>>) => DrawnCells;
  /** The queries of a file of its rows, where these are others than those that fill the chart. */
  readonly toFileQueries?: (form: NoInfer<Form>) => readonly QueryObject[];
}

/**
 * A chart type as everybody else knows it: it takes stored forms and reads them itself.
 * (Methods, not function fields, so that lists may hold charts of all models.)
 */
export interface ChartDefinition<Model = unknown, Options = unknown> extends ChartFacts {
  readonly sections: readonly ControlSection[];
  /** The form as the chart's view takes it. */
  readForm(form: ChartForm): unknown;
  /** The queries that fill this chart; the form is complete (defaults applied). */
  toQueries(form: ChartForm): readonly QueryObject[];
  toModel(results: readonly ResultTable[], context: ModelContext): Model;
  toOptions(model: Model, context: DrawContext): Options;
  mapsOf?(form: ChartForm): readonly string[];
  typesOf?(answers: readonly AnswerFacts[]): readonly string[];
  isEmpty?(model: Model): boolean;
  undrawnOf?(model: Model, form: ChartForm): Undrawn | null;
  toCells?(model: Model, context: DrawContext): DrawnCells;
  toFileQueries?(form: ChartForm): readonly QueryObject[];
  /** Of a type whose code does not run here: it is asked, and the methods above say nothing. */
  readonly asked?: AskedChart;
}

/** A chart type that is asked by messages. Every answer has come from outside, and was read and bounded. */
export interface AskedChart {
  /** What its rules say of a form. */
  readonly look: (form: ChartForm, context: Omit<ControlContext, 'form'>) => Promise<FormLook>;
  /** The queries of a form; the same promise for the same form. */
  readonly queriesOf: (form: ChartForm) => Promise<readonly QueryObject[]>;
  readonly draw: (question: DrawQuestion) => Promise<AskedDrawing>;
}

/** What rules say of one control, by its place in reading order over all sections. */
export interface ControlLook {
  readonly at: number;
  readonly isHidden: boolean;
  /** Of a control whose choices depend on the form. */
  readonly choices: readonly ControlChoice[] | null;
  /** What is said when it is empty; null where it may be. */
  readonly emptyMessage: string | null;
  /** What is wrong with its value. */
  readonly message: string | null;
}

/** What the rules of a chart type say of a form. */
export interface FormLook {
  /** Controls of which there is anything to say. */
  readonly controls: readonly ControlLook[];
  /** Sections that are hidden, by their place. */
  readonly hiddenSections: readonly number[];
  /** Fields that are to be otherwise: defaults of the dataset, and controls that were hidden. */
  readonly changes: Readonly<Record<string, unknown>>;
  readonly problems: readonly { readonly control: string; readonly label: string; readonly message: string }[];
}

/** What an asked chart is drawn from, in which space. */
export interface DrawQuestion {
  readonly form: ChartForm;
  readonly results: readonly ResultTable[];
  /** Plain data of a model's context. */
  readonly context: Omit<ModelContext, 'form' | 'colorOf' | 'sharesColors' | 'maps' | 'typeOf' | 'translate'>;
  readonly space: Pick<DrawContext, 'theme' | 'width' | 'height' | 'selectedLabels'>;
  /** Where labels have the colours of a dashboard. */
  readonly colorOf?: ModelContext['colorOf'];
}

/** What comes of drawing an asked chart. */
export interface AskedDrawing {
  readonly isEmpty: boolean;
  readonly undrawn: Undrawn | null;
  /** `form`, `model` and `options` of the drawing as JSON, for a view of its own; of ECharts the options alone. */
  readonly picture: string;
}

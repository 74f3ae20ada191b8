import type { ChartDefinition, ChartTheme, CrossFilterSelection } from './definitions.ts';

/** Which form of plugins a server takes; a plugin says for which it was made. Raised when an older plugin could not run any more. */
export const PLUGIN_API = 2;

/** What a plugin's `chart.js` gives: its chart type, and the form of plugins for which it was made. */
export interface ChartPlugin {
  readonly api: typeof PLUGIN_API;
  readonly chart: ChartDefinition;
}

/** A chart type as a plugin: the default export of its `src/chart.ts`. It runs in a worker of its own origin, never in the page. */
export function definePlugin(chart: ChartDefinition): ChartPlugin {
  return { api: PLUGIN_API, chart };
}

/**
 * What a plugin's view draws, as data that JSON can hold: `form`, `model` and `options` are those of its definition, without
 * their functions. A view that draws with ECharts is not needed: options that hold an ECharts `option` are drawn by the page.
 */
export interface PluginDrawing<Model = unknown, Options = unknown, Form = unknown> {
  readonly form: Form;
  readonly model: Model;
  readonly options: Options;
  readonly width: number;
  readonly height: number;
  readonly theme: ChartTheme;
  readonly title: string;
  readonly locale: string;
  readonly selectedLabels: readonly string[];
  /** Whether a selection becomes a filter where the chart stands. */
  readonly takesSelections: boolean;
}

/** What a view can ask of the page around it; the third argument of `draw(element, drawing, host)`. */
export interface PluginHost {
  /** Makes a selection the filter of other charts, null takes it back. */
  readonly select: (selection: CrossFilterSelection | null) => void;
}

/** What the page tells the frame of a view: `picture` is its form, model and options as JSON. */
export interface PluginRequest {
  readonly kind: 'draw';
  readonly number: number;
  readonly drawing: Omit<PluginDrawing, 'form' | 'model' | 'options'> & { readonly picture: string };
}

/** What the frame of a view tells the page. */
export type PluginReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'begun'; readonly number: number }
  | { readonly kind: 'drawn'; readonly number: number; readonly ms: number }
  | { readonly kind: 'failed'; readonly number: number; readonly message: string }
  | { readonly kind: 'selected'; readonly selection: CrossFilterSelection | null };

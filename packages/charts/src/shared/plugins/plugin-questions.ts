import type { ChartForm, DrawQuestion, FormContext } from '@powerset/chart-kit';

/** Colours of labels that the page has given out; null where the chart gives out its own. */
export type LabelColors = Readonly<Record<string, string>> | null;

/** What the page asks a plugin's definition. */
export type PluginQuestion =
  | { readonly kind: 'describe' }
  | { readonly kind: 'look'; readonly form: ChartForm; readonly context: FormContext }
  | { readonly kind: 'queries'; readonly form: ChartForm }
  | ({
      readonly kind: 'draw';
      readonly colors: LabelColors;
      /** Whether a view of its own draws it; else its options are those of ECharts. */
      readonly hasView: boolean;
    } & Omit<DrawQuestion, 'colorOf'>);

/** A question on its way, with the number that its answer bears. */
export interface NumberedQuestion {
  readonly number: number;
  readonly question: PluginQuestion;
}

/** The first line of an answer; what follows the first line break is its body. An answer is one text, so that its length bounds it. */
export interface AnswerHead {
  readonly number: number;
  readonly says?: unknown;
  readonly error?: string;
}

export interface PluginAnswer {
  readonly says: unknown;
  readonly body?: string;
}

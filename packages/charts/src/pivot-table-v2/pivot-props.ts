import type { ChartViewProps } from '../shared/view-props.ts';
import type { PivotForm } from './form.ts';
import type { PivotLine } from './lines.ts';
import type { PivotModel } from './model.ts';
import type { PivotOptions } from './options.ts';

export type PivotProps = ChartViewProps<PivotModel, PivotOptions, PivotForm>;

/** The lines that are there as keys are folded and rows ordered. */
export interface PivotLines {
  readonly rows: readonly PivotLine[];
  readonly columns: readonly PivotLine[];
}

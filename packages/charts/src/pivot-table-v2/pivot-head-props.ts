import type { PivotLine } from './lines.ts';
import type { PivotModel, PivotNode } from './model.ts';
import type { PivotPlaces } from './pivot-places.ts';
import type { PivotSort } from './sorted-axis.ts';
import type { Folds } from './use-pivot-state.ts';

export interface PivotHeadProps {
  readonly model: PivotModel;
  readonly columns: readonly PivotLine[];
  readonly places: PivotPlaces;
  readonly folds: Folds;
  readonly rowFolds: Folds;
  readonly sort: PivotSort | null;
  readonly onSort: (column: readonly string[]) => void;
  readonly translate: (text: string, values?: Readonly<Record<string, unknown>>) => string;
  readonly onSelect: ((nodes: readonly PivotNode[]) => void) | undefined;
  readonly selectedLabels: readonly string[];
}

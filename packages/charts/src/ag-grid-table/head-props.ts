import type { DrawnColumn } from '../shared/table-options.ts';
import type { TableState } from '../shared/use-table-state.ts';
import type { Places } from './places.ts';

/** What the head of a grid and the fields in it take. */
export interface GridHeadProps {
  readonly places: Places;
  readonly all: readonly DrawnColumn[];
  readonly state: TableState;
  readonly isFilterable: (name: string) => boolean;
  readonly translate: (text: string, values?: Readonly<Record<string, unknown>>) => string;
  readonly drag: { readonly moved: string | null; readonly setMoved: (group: string | null) => void };
}

import type { ChartDefinition, ChartForm, ControlContext, FormContext, FormProblem } from '@powerset/chart-kit';
import { createContext, useContext } from 'react';
import type { ExploreColumn, ExploreDataset } from './model/dataset.ts';

export interface OpenedFrom {
  readonly colorScheme: string | null;
}

/** What every pane and control of the chart builder works with. */
export interface Explore {
  readonly dataset: ExploreDataset;
  readonly definition: ChartDefinition;
  readonly formContext: FormContext;
  readonly context: ControlContext;
  readonly form: ChartForm;
  readonly problems: readonly FormProblem[];
  /** Whether somebody asked for the chart: until then what is missing is no fault. */
  readonly isTried: boolean;
  /** What the rules of its type say of the form is not known yet. */
  readonly isSettling: boolean;
  readonly setField: (name: string, value: unknown) => void;
  /** Several at once, as one step. */
  readonly setFields: (changes: Readonly<Record<string, unknown>>) => void;
  /** A name for a new metric or filter, never used before. */
  readonly newName: () => string;
  /** The dashboard from which the chart was opened, whose colours it has there; null when it stands alone. */
  readonly dashboard: OpenedFrom | null;
  /** Columns and metrics that the form names, and that were left out as the dataset has them no more. */
  readonly lostNames: readonly string[];
  readonly findColumn: (name: string) => ExploreColumn | undefined;
}

const ExploreContext = createContext<Explore | null>(null);

export const ExploreProvider = ExploreContext.Provider;

export function useExplore(): Explore {
  const explore = useContext(ExploreContext);
  if (!explore) throw new Error('useExplore needs the ExploreProvider above it.');
  return explore;
}

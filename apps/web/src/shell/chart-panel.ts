import { type ComponentType, createContext, useContext } from 'react';

export interface ChartPanelProps {
  readonly chartId: number;
  /** What a chart that is not saved yet begins with; keeping it is then for the page to do. */
  readonly draft?: { readonly name: string; readonly form: Readonly<Record<string, unknown>> } | undefined;
  /** What the chart is to show now; it is not saved by that. */
  readonly onForm: (form: Readonly<Record<string, unknown>>) => void;
  readonly onSaved: (name: string) => void;
  readonly onClose: () => void;
}

const ChartPanelContext = createContext<ComponentType<ChartPanelProps> | null>(null);

/** Hands the chart builder's controls to pages that draw charts themselves. */
export const ChartPanelProvider = ChartPanelContext.Provider;

export function useChartPanel(): ComponentType<ChartPanelProps> | null {
  return useContext(ChartPanelContext);
}

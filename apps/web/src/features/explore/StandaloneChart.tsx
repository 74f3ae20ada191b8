import { BareChart, type PlotProps } from './panes/ChartPane.tsx';

/** The chart without the builder around it: `standalone=1` keeps its name, `standalone=2` shows the drawing alone. */
export function StandaloneChart({ level, ...plot }: PlotProps & { readonly level: number }) {
  return (
    <div className="xp xp--standalone">
      {level < 2 && plot.title ? <h1 className="xp-standalone__name">{plot.title}</h1> : null}
      <BareChart {...plot} />
    </div>
  );
}

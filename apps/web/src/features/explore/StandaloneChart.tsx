import frame from './frame.module.css';
import { BareChart, type PlotProps } from './panes/ChartPane.tsx';
import styles from './StandaloneChart.module.css';

/** The chart without the builder around it: `standalone=1` keeps its name, `standalone=2` shows the drawing alone. */
export function StandaloneChart({ level, ...plot }: PlotProps & { readonly level: number }) {
  return (
    <div className={frame.screen}>
      {level < 2 && plot.title ? <h1 className={styles.name}>{plot.title}</h1> : null}
      <BareChart {...plot} />
    </div>
  );
}

import { EChart, type EChartProps } from './EChart.tsx';
import { type LazyComponent, lazyComponent, useLazyView } from './lazy-view.ts';
import { needsLaterParts } from './needs-later-parts.ts';

const withLaterParts: LazyComponent<EChartProps> = lazyComponent(
  async () => (await import('./FullyEquippedChart.tsx')).FullyEquippedChart,
);

/** A drawing with the parts of ECharts that its options need: those that few charts have come when one has them. */
export function EquippedChart(props: EChartProps) {
  const isMore = needsLaterParts(props.option);
  const FullyEquipped = useLazyView(isMore ? withLaterParts : null);
  if (!isMore) return <EChart {...props} />;
  return FullyEquipped ? <FullyEquipped {...props} /> : <div style={{ width: props.width, height: props.height }} />;
}

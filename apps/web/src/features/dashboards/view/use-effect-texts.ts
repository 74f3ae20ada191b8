import type { ChartRun } from '../../../chart-runs/index.ts';
import { toGrainChoices, useT } from '../../../i18n/index.ts';
import { columnNameOf } from '../filter-bar/index.ts';
import { describeCrossMask, type FilterEffect, isNoValue, maskValue, toLabel } from '../filters/index.ts';
import { findChartNode } from '../layout/index.ts';
import { datasetIdOf, layoutOf, useDashboard } from '../state/index.ts';

export interface EffectTexts {
  readonly name: string;
  readonly value: string;
  readonly reason: string | null;
}

/** A filter's effect on a chart in words. */
export function useEffectTexts(effect: FilterEffect, chartId: number, run: ChartRun | undefined): EffectTexts {
  const selected = useDashboard((state) => (!effect.filter && effect.mask ? columnNameOf(state, effect.mask) : ''));
  const value = useValueText(effect);
  const reason = useReason(effect, chartId, run);
  return { name: effect.filter?.name ?? selected, value, reason };
}

function useValueText({ filter, mask }: FilterEffect): string {
  const t = useT();
  const dataset = useDashboard((state) => state.datasets[filter?.targets[0]?.datasetId ?? -1]);
  if (!mask) return '';
  if (!filter) return describeCrossMask(mask).value;
  const value = maskValue(mask);
  if (isNoValue(value)) return '';
  if (filter.filterType === 'filter_time') return t(String(value));
  const [first] = Array.isArray(value) ? value : [];
  if (filter.filterType === 'filter_timegrain') {
    const grains = toGrainChoices(dataset?.time_grain_sqla);
    return grains.find((grain) => grain.value === first)?.label ?? String(first);
  }
  if (filter.filterType === 'filter_timecolumn') return dataset?.verbose_map[String(first)] ?? String(first);
  return toLabel(filter, value);
}

function useReason(effect: FilterEffect, chartId: number, run: ChartRun | undefined): string | null {
  const t = useT();
  const origin = useOrigin(effect);
  const rejection = useRejection(effect, chartId);
  const lines = [
    ...(effect.state === 'waiting'
      ? [run?.status === 'loading' ? t('The answer is on its way') : t('No answer yet')]
      : []),
    ...(rejection ? [rejection] : []),
    ...(effect.state === 'applied' && effect.filter && isNoValue(maskValue(effect.mask))
      ? [t('A value is required: no row passes')]
      : []),
    ...(effect.isPending && effect.state !== 'pending' ? [t('Another value is chosen and not applied yet')] : []),
    ...(origin ? [origin] : []),
  ];
  return lines.length > 0 ? lines.join(' · ') : null;
}

/** In which chart the marks were chosen. */
function useOrigin({ filter, id }: FilterEffect): string | null {
  const t = useT();
  const layout = useDashboard(layoutOf);
  if (filter) return null;
  const meta = findChartNode(layout, Number(id))?.meta;
  return t('Chosen in “{{chart}}”', { chart: meta?.sliceNameOverride || meta?.sliceName || id });
}

function useRejection({ reason, missing, filter }: FilterEffect, chartId: number): string | null {
  const t = useT();
  const datasets = useDashboard((state) => state.datasets);
  const chart = useDashboard((state) => state.charts[chartId]);
  if (reason === null) return null;
  if (reason === 'no-time-column') return t('The dataset of this chart has no time column for it');
  if (reason === 'no-time-axis') return t('This chart has no time axis or time range');
  if (reason === 'not-asked') return t('This chart type does not follow it');
  const own = chart ? datasets[datasetIdOf(chart) ?? -1] : undefined;
  const asked = datasets[filter?.targets[0]?.datasetId ?? -1];
  const columns = missing.join(', ');
  const dataset = own?.table_name ?? '';
  return asked && asked.id !== own?.id
    ? t('{{columns}} is a column of {{other}}, and this chart stands on {{dataset}}', {
        columns,
        dataset,
        other: asked.table_name,
      })
    : t('{{dataset}} has no column {{columns}}', { columns, dataset });
}

import { rangeTitle } from '../../../../controls/time-range/index.ts';
import { toGrainChoices, useLanguage, useT } from '../../../../i18n/index.ts';
import { type DashboardDataset, useDashboard } from '../../state/index.ts';
import type { SetValue } from './set-masks.ts';

interface WordsOf {
  readonly dataset: Pick<DashboardDataset, 'time_grain_sqla' | 'verbose_map'> | undefined;
  readonly t: (text: string) => string;
  readonly language: string;
}

/** A set's value as it reads in the filter's own field: a grain and a column by their names, a time range in words. */
export function setValueWords({ filter, value }: SetValue, { dataset, t, language }: WordsOf): string {
  switch (filter.filterType) {
    case 'filter_time':
      return rangeTitle(value, { t, language });
    case 'filter_timegrain':
      return toGrainChoices(dataset?.time_grain_sqla).find((choice) => choice.value === value)?.label ?? value;
    case 'filter_timecolumn':
      return dataset?.verbose_map[value] ?? value;
    default:
      return value;
  }
}

export function useSetWords(): (value: SetValue) => string {
  const t = useT();
  const language = useLanguage();
  const datasets = useDashboard((state) => state.datasets);
  return (value) => {
    const dataset = datasets[value.filter.targets[0]?.datasetId ?? -1];
    return setValueWords(value, { dataset, t, language });
  };
}

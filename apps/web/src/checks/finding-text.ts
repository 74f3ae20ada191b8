import type { WireFinding } from '@powerset/contract';
import type { useT } from '../i18n/index.ts';

/** One finding as a sentence. */
export function findingText(
  { kind, name, filter, dataset }: Pick<WireFinding, 'kind' | 'name' | 'filter' | 'dataset'>,
  t: ReturnType<typeof useT>,
): string {
  const values = { column: name ?? '', metric: name ?? '', filter: filter ?? name ?? '', dataset: dataset ?? '' };
  switch (kind) {
    case 'broken column':
      return filter === null
        ? t('The column “{{column}}” is no longer in the dataset “{{dataset}}”.', values)
        : t('The filter “{{filter}}” asks for the column “{{column}}”, which the dataset “{{dataset}}” lacks.', values);
    case 'unknown metric':
      return t('The metric “{{metric}}” is no longer in the dataset “{{dataset}}”.', values);
    case 'unused filter':
      return t('The filter “{{filter}}” reaches no chart.', values);
    case 'missing dataset':
      return t('The dataset that the filter “{{filter}}” asks is gone.', values);
    case 'dead chart':
      return t('The dataset of this chart is gone.');
    default:
      return t('A chart that stands in the layout is gone.');
  }
}

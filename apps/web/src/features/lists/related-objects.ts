import type { useT } from '../../i18n/index.ts';

interface Related {
  readonly count: number;
}

/** What hangs on a dataset. */
export interface RelatedObjects {
  readonly charts: Related;
  readonly dashboards: Related;
}

/** One sentence about what breaks, or null when nothing does. */
export function relatedText(t: ReturnType<typeof useT>, related: RelatedObjects): string | null {
  const { charts, dashboards } = related;
  if (charts.count === 0 && dashboards.count === 0) return null;
  return t('Used by {{charts}} charts on {{dashboards}} dashboards, which will no longer work.', {
    charts: charts.count,
    dashboards: dashboards.count,
  });
}

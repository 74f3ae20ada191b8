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
  const ofCharts = charts.count === 1 ? t('1 chart') : t('{{count}} charts', { count: charts.count });
  const ofDashboards =
    dashboards.count === 1 ? t('1 dashboard') : t('{{count}} dashboards', { count: dashboards.count });
  return t('{{charts}} on {{dashboards}} will no longer work.', { charts: ofCharts, dashboards: ofDashboards });
}

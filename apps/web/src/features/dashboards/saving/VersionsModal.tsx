import { type DashboardVersionFields, dashboardEndpoints, type WireObjectVersion } from '@powerset/contract';
import { textRoles } from '@powerset/ui';
import { api } from '../../../api/index.ts';
import { Differences } from '../../../conflicts/index.ts';
import { useT } from '../../../i18n/index.ts';
import {
  changeWords,
  DashboardFigures,
  type Sides,
  VersionComparison,
  VersionsModal as VersionsDialog,
} from '../../../versions/index.ts';
import { useDashboard, useOpenDashboard } from '../state/index.ts';
import { type DashboardVersion, differencesOf } from './aspects.ts';
import { useReload } from './versions.ts';

type T = ReturnType<typeof useT>;

/** What the dashboard was with each save, what changed, and the way back. */
export function VersionsModal({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { store } = useOpenDashboard();
  const { id, dashboard_title: name } = useDashboard((state) => state.dashboard);
  const reload = useReload();
  const load = async (number: number, signal: AbortSignal): Promise<DashboardVersion> => {
    const { result } = await api.callEndpoint(dashboardEndpoints.version, { params: { id, number }, signal });
    return toVersion(store.getState().dashboard, result.fields);
  };
  const restore = async (number: number) => {
    const { last_modified_time } = store.getState().dashboard;
    const body = { last_modified_time };
    await api.callEndpoint(dashboardEndpoints.restoreVersion, { params: { id, number }, body });
    await reload();
  };
  return (
    <VersionsDialog
      name={name}
      versions={{
        key: ['dashboard', id],
        loadPage: (q, signal) =>
          api.callEndpoint(dashboardEndpoints.versions, { params: { id }, query: { q }, signal }),
        wordsOf: (version) => wordsOf(version, t),
        restore,
      }}
      comparison={(number, newest) => (
        <VersionComparison
          key={number}
          queryKey={['dashboard', id]}
          number={number}
          load={load}
          now={{ choice: t('What is saved now'), label: t('Saved now'), number: newest }}
          render={(sides) => <DashboardDifference {...sides} />}
          renderFigures={(versions) => <DashboardFigures id={id} versions={versions} />}
        />
      )}
      onClose={onClose}
    />
  );
}

function DashboardDifference({ left, right, leftLabel, rightLabel }: Sides<DashboardVersion>) {
  const t = useT();
  const differences = differencesOf(left ?? nothingOf(right), right, t);
  if (differences.length === 0) return <p className={textRoles.muted}>{t('They are the same.')}</p>;
  return <Differences differences={differences} leftLabel={leftLabel} rightLabel={rightLabel} />;
}

/** What a version says, and of what it says nothing what is there now. */
function toVersion(now: DashboardVersion, fields: DashboardVersionFields): DashboardVersion {
  const { slug, owners, roles, published } = now;
  return { ...fields, ...{ slug, owners, roles, published } };
}

/** Before the first version that is kept. */
function nothingOf(version: DashboardVersion): DashboardVersion {
  const empty = { dashboard_title: '', css: '', position_json: '{}', json_metadata: '{}' };
  return { ...version, ...empty, certified_by: null, certification_details: null };
}

function wordsOf(version: WireObjectVersion, t: T): string {
  const labels: Readonly<Record<string, string>> = {
    dashboard_title: t('Name'),
    css: t('CSS'),
    position_json: t('Layout'),
    certified_by: t('Certified by'),
    certification_details: t('Certification details'),
    theme_id: t('Theme'),
    'json_metadata.color_scheme': t('Color scheme'),
    'json_metadata.refresh_frequency': t('Refresh frequency'),
    'json_metadata.native_filter_configuration': t('Filters'),
    'json_metadata.cross_filters_enabled': t('Enable cross-filtering'),
    'json_metadata.filter_bar_orientation': t('Orientation of filter bar'),
  };
  const changes = version.changed_fields.map((field) =>
    t('{{field}} changed', { field: labels[field] ?? t('Other settings') }),
  );
  return changeWords(version, changes, t);
}

import { MailOutlined } from '@ant-design/icons-svg';
import { type ReportCreationMethod, type ReportPost, reportEndpoints, type WireReport } from '@powerset/contract';
import { type MenuEntry, sayBeside, toasts } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import {
  ApiError,
  api,
  errorText,
  fillGaps,
  listPage,
  postItem,
  resources,
  toListQuery,
  updateItem,
  useInvalidate,
} from '../api/index.ts';
import { useLanguage, useT } from '../i18n/index.ts';
import { addresses, useSession, useUserId } from '../shell/index.ts';
import { namesFor } from './free-names.ts';
import { type ReportSource, type ReportStart, startFields, toBody } from './report-form.ts';
import { ReportModal } from './report-modal.ts';

export interface ReportsMenu {
  /** Nothing until the menu was opened once, and for who may make no reports. */
  readonly entries: readonly MenuEntry[];
  /** Stands beside the menu. */
  readonly dialog: ReactNode;
  /** Reads what there is: to be called when the menu is opened. */
  readonly onOpen: () => void;
}

interface ReportsMenuInput {
  /** Null while there is nothing that could be delivered. */
  readonly source: ReportSource | null;
  /** The filters and tabs in force, of a dashboard. */
  readonly readState?: () => ReportStart['dashboardState'];
}

/** What the menu of a chart or a dashboard has for the report that its reader made of it. */
export function useReportsMenu({ source, readState }: ReportsMenuInput): ReportsMenu {
  const t = useT();
  const { can, isFeatureEnabled, user } = useSession();
  const userId = useUserId();
  const [isWanted, setIsWanted] = useState(false);
  const [editing, setEditing] = useState<number | ReportStart | null>(null);
  const mayMake = isFeatureEnabled('ALERT_REPORTS') && can('can_write', 'ReportSchedule') && userId !== null;
  const attached = useAttached(source, { isEnabled: isWanted && mayMake, userId });
  const actions = useActions(attached.refresh, user?.username ?? '');
  const method: ReportCreationMethod = source?.kind === 'chart' ? 'charts' : 'dashboards';
  const start = (): ReportStart | null => {
    if (!source) return null;
    const dashboardState = readState?.();
    const state = dashboardState === undefined ? {} : { dashboardState };
    return { type: 'Report', method, source, email: user?.email ?? '', userId, ...state };
  };
  const toEntries = (): readonly MenuEntry[] => {
    if (!mayMake || !source || !attached.isKnown) return [];
    if (attached.report) return manageEntries({ t, report: attached.report, actions, edit: setEditing });
    const open = () => setEditing(start());
    return newEntries({ t, hasMail: Boolean(user?.email), open, subscribe: () => actions.subscribe(start()) });
  };
  const dialog =
    editing === null ? null : (
      <Suspense fallback={null}>
        <ReportModal report={editing} onClose={() => setEditing(null)} onSaved={attached.refresh} />
      </Suspense>
    );
  return { entries: toEntries(), dialog, onOpen: () => setIsWanted(true) };
}

interface AttachedOptions {
  readonly isEnabled: boolean;
  readonly userId: number | null;
}

/** The report that the user made beside a chart or dashboard: one for each, found by how it was made and by the object. */
function useAttached(source: ReportSource | null, { isEnabled, userId }: AttachedOptions) {
  const t = useT();
  const invalidate = useInvalidate();
  const kind = source?.kind ?? 'dashboard';
  const method: ReportCreationMethod = kind === 'chart' ? 'charts' : 'dashboards';
  const { data, error } = useQuery({
    queryKey: [resources.reports.name, 'attached', method, source?.id ?? null],
    queryFn: ({ signal }) => {
      const filters = [
        { col: `${kind}_id`, opr: 'eq', value: source?.id ?? 0 },
        { col: 'creation_method', opr: 'eq', value: method },
        { col: 'created_by', opr: 'rel_o_m', value: userId ?? 0 },
      ];
      return listPage(resources.reports, toListQuery({ filters, pageSize: 1 }), signal);
    },
    enabled: isEnabled && source !== null,
    retry: false,
  });
  useEffect(() => {
    if (!error) return;
    const text =
      kind === 'dashboard'
        ? t('There was an issue fetching reports attached to this dashboard.')
        : t('There was an issue fetching reports attached to this chart.');
    toasts.danger(text, { isUnique: true, details: errorText(error) });
  }, [error, kind, t]);
  return {
    report: data?.result[0],
    isKnown: data !== undefined && !error,
    refresh: () => void invalidate(resources.reports),
  };
}

/** Names of reports are each there once; others subscribe to the same dashboard, and dashboards may be called alike. */
async function subscribe(body: ReportPost, username: string): Promise<void> {
  const names = namesFor(body.name, username);
  for (const [at, name] of names.entries()) {
    try {
      await postItem(resources.reports, { ...body, name });
      return;
    } catch (error) {
      const isTaken = error instanceof ApiError && error.fields.name !== undefined;
      if (!isTaken || at === names.length - 1) throw error;
    }
  }
}

type Actions = ReturnType<typeof useActions>;

function useActions(refresh: () => void, username: string) {
  const t = useT();
  const locale = useLanguage();
  return {
    subscribe: async (start: ReportStart | null) => {
      if (!start) return;
      const say = sayBeside();
      try {
        await subscribe(toBody(startFields(start), locale), username);
        say.success(t('The report has been created'));
      } catch (error) {
        say.danger(errorText(error));
      }
      refresh();
    },
    setActive: async (report: WireReport) => {
      const say = sayBeside();
      try {
        await updateItem(resources.reports, report.id, { active: !report.active });
        say.success(t('Report updated'));
      } catch (error) {
        say.danger(t('We were unable to active or deactivate this report.'), { details: errorText(error) });
      }
      refresh();
    },
    remove: async (report: WireReport) => {
      const say = sayBeside();
      try {
        await api.callEndpoint(reportEndpoints.delete, { params: { id: report.id } });
        say.success(fillGaps(t('Deleted: %s'), report.name));
      } catch (error) {
        say.danger(t('Your report could not be deleted'), { details: errorText(error) });
      }
      refresh();
    },
  };
}

type T = ReturnType<typeof useT>;

interface NewParts {
  readonly t: T;
  readonly hasMail: boolean;
  readonly open: () => void;
  readonly subscribe: () => Promise<void>;
}

function newEntries({ t, hasMail, open, subscribe }: NewParts): readonly MenuEntry[] {
  const set = { key: 'report-new', label: t('Set up an email report'), icon: MailOutlined, onSelect: open };
  if (!hasMail) return [set];
  const label = t('Send it to me every morning');
  return [{ key: 'report-subscribe', label, icon: MailOutlined, onSelect: () => void subscribe() }, set];
}

interface ManageParts {
  readonly t: T;
  readonly report: WireReport;
  readonly actions: Actions;
  readonly edit: (id: number) => void;
}

function manageEntries({ t, report, actions, edit }: ManageParts): readonly MenuEntry[] {
  return [
    {
      key: 'report',
      label: t('Manage email report'),
      icon: MailOutlined,
      items: [
        {
          key: 'report-active',
          label: t('Email reports active'),
          isChecked: report.active,
          onSelect: () => void actions.setActive(report),
        },
        { key: 'report-edit', label: t('Edit email report'), onSelect: () => edit(report.id) },
        { key: 'report-runs', label: t('Show runs'), href: addresses.reportRuns(report.id, 'Report') },
        {
          key: 'report-delete',
          label: t('Delete email report'),
          isDanger: true,
          onSelect: () => void actions.remove(report),
        },
      ],
    },
  ];
}

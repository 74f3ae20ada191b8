import {
  CodeOutlined,
  DownloadOutlined,
  EditOutlined,
  FullscreenOutlined,
  ReloadOutlined,
  ShareAltOutlined,
  TableOutlined,
} from '@ant-design/icons-svg';
import type { ChartDefinition } from '@powerset/chart-kit';
import { chartTypes } from '@powerset/charts/types';
import { chartDataEndpoints, type WireDashboardChart } from '@powerset/contract';
import { type MenuEntry, sayBeside } from '@powerset/ui';
import type { RefObject } from 'react';
import { api, errorText } from '../../../api/index.ts';
import type { ChartRun } from '../../../chart-runs/index.ts';
import type { Drilling } from '../../../drilling/index.ts';
import { useT } from '../../../i18n/index.ts';
import { addresses, loadCode, saveBlob, toFileName, useSession } from '../../../shell/index.ts';
import { type ChartPayload, datasetIdOf, useDashboard } from '../state/index.ts';
import type { ChartDialog } from './ChartDialogs.tsx';
import { useFullSize } from './use-full-size.ts';
import { useShare } from './use-share.ts';

interface MenuInput {
  readonly chart: WireDashboardChart | undefined;
  readonly title: string;
  readonly run: ChartRun | undefined;
  readonly payload: ChartPayload | undefined;
  readonly card: RefObject<HTMLElement | null>;
  readonly reload: () => void;
  readonly drilling: Drilling;
  readonly openDialog: (dialog: ChartDialog) => void;
}

/** What can be done with a chart on a dashboard. */
export function useChartMenu(input: MenuInput): readonly MenuEntry[] {
  const t = useT();
  const { can } = useSession();
  const isFull = useDashboard((state) => state.fullSizeChartId === input.chart?.id);
  const isEmbedded = useDashboard((state) => state.features.isEmbedded === true);
  const fullSize = useFullSize();
  const dashboardId = useDashboard((state) => state.dashboard.id);
  const { chart, title, run, payload, card, reload, drilling, openDialog } = input;
  const files = useFileEntries({ chart, title, run, payload });
  const shareEntries = useShareEntries(card, chart?.id);
  if (!chart) return [];
  const cachedOn = run?.results[0]?.cached_dttm;
  const hasData = payload !== undefined;
  return [
    {
      key: 'refresh',
      label: t('Force refresh'),
      icon: ReloadOutlined,
      hint: cachedOn ? t('Cached') : undefined,
      isDisabled: !hasData,
      onSelect: reload,
    },
    {
      key: 'full',
      label: isFull ? t('Exit fullscreen') : t('Enter fullscreen'),
      icon: FullscreenOutlined,
      onSelect: () => (isFull ? fullSize.leave() : fullSize.enter(chart.id)),
    },
    ...(can('can_explore', 'Superset')
      ? [{ key: 'edit', label: t('Edit chart'), icon: EditOutlined, href: addresses.chart(chart.id, dashboardId) }]
      : []),
    ...(chart.is_editable && can('can_explore', 'Superset') && takesNotes(chart)
      ? [
          {
            key: 'note',
            label: t('Put a note on it'),
            icon: EditOutlined,
            href: addresses.noteOnChart(chart.id, dashboardId),
          },
        ]
      : []),
    { kind: 'rule' as const, key: 'rule-1' },
    {
      key: 'table',
      label: t('View as table'),
      icon: TableOutlined,
      isDisabled: !run?.tables,
      onSelect: () => openDialog('table'),
    },
    // Guests see no SQL.
    ...(isEmbedded
      ? []
      : [
          {
            key: 'query',
            label: t('View query'),
            icon: CodeOutlined,
            isDisabled: !run?.results.length,
            onSelect: () => openDialog('query'),
          },
        ]),
    ...drilling.entries,
    { kind: 'rule' as const, key: 'rule-2' },
    ...shareEntries,
    {
      key: 'download',
      label: t('Download'),
      icon: DownloadOutlined,
      items: [
        ...files,
        {
          key: 'png',
          label: t('Download as image'),
          isDisabled: !run?.tables,
          onSelect: () => void savePicture(card, title),
        },
      ],
    },
  ];
}

/** Charts of series that are not split into panels. */
const takesNotes = ({ form_data: form }: WireDashboardChart) =>
  !form.panel_by && chartTypes.find(String(form.viz_type))?.annotationTypes !== undefined;

/** A chart's rows as files, for who may take them away; of a pivot also as it stands. */
function useFileEntries({
  chart,
  title,
  run,
  payload,
}: Pick<MenuInput, 'chart' | 'title' | 'run' | 'payload'>): readonly MenuEntry[] {
  const t = useT();
  const { can } = useSession();
  const dashboardId = useDashboard((state) => state.dashboard.id);
  const verboseNames = useDashboard((state) =>
    chart ? state.datasets[datasetIdOf(chart) ?? -1]?.verbose_map : undefined,
  );
  if (!can('can_csv', 'Superset')) return [];
  const definition = chartTypes.find(String(chart?.form_data.viz_type ?? ''));
  const rows = (['csv', 'xlsx'] as const).map((format) => ({
    key: format,
    label: format === 'csv' ? t('Export to .CSV') : t('Export to Excel'),
    isDisabled: payload === undefined,
    onSelect: () => payload && void downloadData({ definition, payload, dashboardId }, format, title),
  }));
  // Of a table that the server pages only a page is here; its files hold the rows of all.
  if (!definition?.toCells || payload?.form.server_pagination === true) return rows;
  const pivoted = {
    key: 'pivoted',
    label: definition.key === 'pivot_table_v2' ? t('Export to pivoted .CSV') : t('Export as shown to .CSV'),
    isDisabled: !run?.tables,
    onSelect: () => void savePivoted({ definition, run, payload, verboseNames }, title),
  };
  return [...rows, pivoted];
}

/** Sharing a chart, for who may. */
function useShareEntries(card: RefObject<HTMLElement | null>, chartId: number | undefined): readonly MenuEntry[] {
  const t = useT();
  const { can } = useSession();
  const share = useShare();
  if (!can('can_share_chart', 'Superset')) return [];
  const permalink = {
    key: 'permalink',
    label: t('Copy permalink to clipboard'),
    onSelect: () => void share.state({ anchor: card.current?.id ?? null }),
  };
  const alone = {
    key: 'alone',
    label: t('Copy link to this chart in full size'),
    onSelect: () => void share.address({ chartId: chartId ?? null, tabId: null }),
  };
  return [{ key: 'share', label: t('Share'), icon: ShareAltOutlined, items: [permalink, alone] }];
}

async function savePicture(card: RefObject<HTMLElement | null>, title: string): Promise<void> {
  const pictures = await loadCode(() => import('../../../pictures/index.ts'));
  const space = card.current?.querySelector<HTMLElement>('[data-card-body]');
  if (space) await pictures?.saveChartPicture(space, title);
}

interface PivotInput extends Pick<MenuInput, 'run' | 'payload'> {
  readonly definition: ChartDefinition;
  readonly verboseNames: Readonly<Record<string, string>> | undefined;
}

async function savePivoted({ definition, run, payload, verboseNames }: PivotInput, title: string): Promise<void> {
  const files = await loadCode(() => import('../../../pictures/index.ts'));
  if (!run?.tables || !payload) return;
  const input = { form: payload.form, results: run.tables, answers: run.results, verboseNames };
  files?.savePivotedCsv(definition, input, title);
}

interface FileInput {
  readonly definition: ChartDefinition | undefined;
  readonly payload: ChartPayload;
  readonly dashboardId: number;
}

/** Fetches a chart's rows as a file. */
async function downloadData(
  { definition, payload, dashboardId }: FileInput,
  format: 'csv' | 'xlsx',
  title: string,
): Promise<void> {
  const say = sayBeside();
  try {
    const { request } = payload;
    const form = { ...request.form_data, dashboardId };
    const queries = [...(definition?.toFileQueries?.(payload.form) ?? request.queries)];
    const answer = await api.openEndpoint(chartDataEndpoints.data, {
      body: { ...request, queries, form_data: form, result_format: format, result_type: 'full' },
    });
    const isZip = answer.headers.get('content-type')?.includes('zip') && format === 'csv';
    saveBlob(await answer.blob(), `${toFileName(title)}.${isZip ? 'zip' : format}`);
  } catch (error) {
    say.danger(errorText(error));
  }
}

import {
  CodeOutlined,
  DownloadOutlined,
  EditOutlined,
  FullscreenOutlined,
  ReloadOutlined,
  ShareAltOutlined,
  TableOutlined,
} from '@ant-design/icons';
import { findChartDefinition } from '@powerset/charts/definitions';
import { chartPictureOf } from '@powerset/charts/views';
import type { WireDashboardChart } from '@powerset/contract';
import { type MenuEntry, toasts } from '@powerset/ui';
import type { RefObject } from 'react';
import { api, errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { addresses, useSession } from '../../../shell/index.ts';
import type { ChartPayload } from '../loading/chart-payloads.ts';
import type { ChartRun } from '../loading/chart-runs.ts';
import { useDashboard } from '../state/dashboard-context.tsx';
import type { ChartDialog } from './ChartDialogs.tsx';
import { saveFile, toFileName } from './save-file.ts';
import { useShare } from './use-share.ts';

interface MenuInput {
  readonly chart: WireDashboardChart | undefined;
  readonly title: string;
  readonly run: ChartRun | undefined;
  readonly payload: ChartPayload | undefined;
  readonly card: RefObject<HTMLElement | null>;
  readonly reload: () => void;
  readonly openDialog: (dialog: ChartDialog) => void;
}

/** What can be done with a chart on a dashboard. */
export function useChartMenu(input: MenuInput): readonly MenuEntry[] {
  const t = useT();
  const { can } = useSession();
  const isFull = useDashboard((state) => state.fullSizeChartId === input.chart?.id);
  const setFullSize = useDashboard((state) => state.setFullSize);
  const dashboardId = useDashboard((state) => state.dashboard.id);
  const { chart, title, run, payload, card, reload, openDialog } = input;
  const shareEntries = useShareEntries(card);
  if (!chart) return [];
  const cachedOn = run?.results[0]?.cached_dttm;
  const noPicture = t('This chart has no picture. Download its data instead.');
  const picture = () => {
    const url = card.current ? chartPictureOf(card.current) : undefined;
    if (url) saveFile(url, `${toFileName(title)}.png`);
    else toasts.warning(noPicture);
  };
  const isText = findChartDefinition(String(chart.form_data.viz_type ?? ''))?.isText === true;
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
      onSelect: () => setFullSize(isFull ? null : chart.id),
    },
    ...(can('can_explore', 'Superset')
      ? [{ key: 'edit', label: t('Edit chart'), icon: EditOutlined, href: addresses.chart(chart.id, dashboardId) }]
      : []),
    { kind: 'rule' as const, key: 'rule-1' },
    {
      key: 'table',
      label: t('View as table'),
      icon: TableOutlined,
      isDisabled: !run?.tables,
      onSelect: () => openDialog('table'),
    },
    {
      key: 'query',
      label: t('View query'),
      icon: CodeOutlined,
      isDisabled: !run?.results.length,
      onSelect: () => openDialog('query'),
    },
    { kind: 'rule' as const, key: 'rule-2' },
    ...shareEntries,
    {
      key: 'download',
      label: t('Download'),
      icon: DownloadOutlined,
      items: [
        ...(can('can_csv', 'Superset')
          ? (['csv', 'xlsx'] as const).map((format) => ({
              key: format,
              label: format === 'csv' ? t('Export to .CSV') : t('Export to Excel'),
              isDisabled: !hasData,
              onSelect: () => payload && void downloadData(payload, format, title),
            }))
          : []),
        {
          key: 'png',
          label: t('Download as image'),
          isDisabled: isText || !run?.tables,
          tooltip: isText ? noPicture : undefined,
          onSelect: picture,
        },
      ],
    },
  ];
}

/** Sharing a chart, for who may. */
function useShareEntries(card: RefObject<HTMLElement | null>): readonly MenuEntry[] {
  const t = useT();
  const { can } = useSession();
  const share = useShare();
  if (!can('can_share_chart', 'Superset')) return [];
  const permalink = {
    key: 'permalink',
    label: t('Copy permalink to clipboard'),
    onSelect: () => void share({ anchor: card.current?.id ?? null }),
  };
  return [{ key: 'share', label: t('Share'), icon: ShareAltOutlined, items: [permalink] }];
}

/** Fetches a chart's rows as a file. */
async function downloadData(payload: ChartPayload, format: 'csv' | 'xlsx', title: string): Promise<void> {
  try {
    const answer = await api.send('/api/v1/chart/data', {
      method: 'POST',
      body: { ...payload.request, result_format: format, result_type: 'full' },
    });
    const url = URL.createObjectURL(await answer.blob());
    const isZip = answer.headers.get('content-type')?.includes('zip') && format === 'csv';
    saveFile(url, `${toFileName(title)}.${isZip ? 'zip' : format}`);
    URL.revokeObjectURL(url);
  } catch (error) {
    toasts.danger(errorText(error));
  }
}

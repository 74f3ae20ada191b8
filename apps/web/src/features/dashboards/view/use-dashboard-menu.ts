import {
  ClockCircleOutlined,
  CodeOutlined,
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  FilterOutlined,
  FullscreenOutlined,
  HistoryOutlined,
  LinkOutlined,
  ReloadOutlined,
  SettingOutlined,
  ShareAltOutlined,
  UserAddOutlined,
  WarningOutlined,
} from '@ant-design/icons-svg';
import { type MenuEntry, type ThemeState, useTheme } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';
import type { PageFormat } from '../../../pictures/index.ts';
import { loadCode, useSession } from '../../../shell/index.ts';
import type { DashboardDialog } from '../dialogs/index.ts';
import { factsOf } from '../filter-bar/index.ts';
import { type OpenDashboard, useDashboard, useOpenDashboard } from '../state/index.ts';
import { useEditMode } from './use-edit-mode.ts';
import { useShareChoices } from './use-share.ts';

interface MenuInput {
  readonly openDialog: (dialog: DashboardDialog) => void;
  readonly refresh: () => void;
  /** How many people ask to be let in, and the dialog that answers them. */
  readonly requests: number;
  readonly answer: () => void;
  /** What there is for the report that the reader made of it. */
  readonly reports: readonly MenuEntry[];
}

/** What can be done with the dashboard as a whole. */
export function useDashboardMenu({ openDialog, refresh, requests, answer, reports }: MenuInput): readonly MenuEntry[] {
  const t = useT();
  const { can, isFeatureEnabled } = useSession();
  const isEditable = useDashboard((state) => state.dashboard.is_editable);
  const mayEmbed = isEditable && isFeatureEnabled('EMBEDDED_SUPERSET') && can('can_set_embedded', 'Dashboard');
  const features = useDashboard((state) => state.features);
  const shareChoices = useShareChoices();
  const open = useOpenDashboard();
  const theme = useTheme();
  const editMode = useEditMode();
  const openEntry = (key: DashboardDialog, label: string, icon: typeof EditOutlined) => ({
    key,
    label,
    icon,
    onSelect: () => openDialog(key),
  });
  const rule = (key: string) => ({ kind: 'rule' as const, key });
  return [
    { key: 'refresh', label: t('Refresh dashboard'), icon: ReloadOutlined, onSelect: refresh },
    ...(can('can_share_dashboard', 'Superset')
      ? [
          {
            key: 'share',
            label: t('Share'),
            icon: ShareAltOutlined,
            items: shareChoices,
          },
        ]
      : []),
    ...(requests > 0
      ? [
          {
            key: 'requests',
            label: t('Requests for access ({{count}})', { count: requests }),
            icon: UserAddOutlined,
            onSelect: answer,
          },
        ]
      : []),
    {
      key: 'download',
      label: t('Download'),
      icon: DownloadOutlined,
      items: [
        { key: 'pdf', label: t('Export to PDF'), onSelect: () => void download(open, 'pdf') },
        { key: 'png', label: t('Download as Image'), onSelect: () => void download(open, 'png') },
        ...(can('can_csv', 'Superset')
          ? [{ key: 'html', label: t('File with filters (HTML)'), onSelect: () => void downloadFile(open, theme) }]
          : []),
        { key: 'print', label: t('Print'), onSelect: () => void print(open, theme) },
      ],
    },
    ...reports,
    openEntry('refresh-interval', t('Set auto-refresh interval'), ClockCircleOutlined),
    {
      key: 'full',
      label: t('Enter fullscreen'),
      icon: FullscreenOutlined,
      onSelect: () => void document.documentElement.requestFullscreen?.(),
    },
    ...(isEditable
      ? [
          rule('r1'),
          { key: 'edit', label: t('Edit dashboard'), icon: EditOutlined, onSelect: editMode.enter },
          openEntry('properties', t('Edit properties'), SettingOutlined),
          openEntry('versions', t('Versions'), HistoryOutlined),
          openEntry('check', t('What is broken'), WarningOutlined),
          ...(features.hasNativeFilters ? [openEntry('filters', t('Add/Edit Filters'), FilterOutlined)] : []),
          ...(features.hasCrossFilters ? [openEntry('cross-scopes', t('Cross-filtering scoping'), LinkOutlined)] : []),
        ]
      : []),
    ...(mayEmbed ? [openEntry('embed', t('Embed dashboard'), CodeOutlined)] : []),
    ...(can('can_write', 'Dashboard') ? [rule('r2'), openEntry('save-as', t('Save as'), CopyOutlined)] : []),
    ...(isEditable ? [rule('r3'), { ...openEntry('delete', t('Delete'), DeleteOutlined), isDanger: true }] : []),
  ];
}

/** Drawing is seldom wanted, so its code comes when it is. */
async function download(open: OpenDashboard, format: PageFormat): Promise<void> {
  const saving = await loadCode(loadSaving);
  const grid = gridOfPage();
  if (saving && grid) await saving.saveDashboard({ open, grid, format, factsOf });
}

async function downloadFile(open: OpenDashboard, { theme }: ThemeState): Promise<void> {
  const saving = await loadCode(loadSaving);
  await saving?.saveOfflineFile({ open, theme });
}

async function print(open: OpenDashboard, theme: ThemeState): Promise<void> {
  const saving = await loadCode(loadSaving);
  const grid = gridOfPage();
  if (saving && grid) await saving.printDashboard({ open, grid, theme });
}

const loadSaving = () => import('./save-dashboard.ts');
const gridOfPage = () => document.querySelector<HTMLElement>('.grid-container .grid-content');

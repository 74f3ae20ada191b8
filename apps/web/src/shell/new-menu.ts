import {
  ApiOutlined,
  AreaChartOutlined,
  CodeOutlined,
  DashboardOutlined,
  TableOutlined,
  UploadOutlined,
} from '@ant-design/icons-svg';
import type { IconType } from '@powerset/ui';
import { useT } from '../i18n/index.ts';
import { mayUpload } from './may-upload.ts';
import { addresses } from './navigation.ts';
import { useSession } from './session.tsx';

export interface NewEntry {
  readonly label: string;
  readonly address: string;
  readonly icon: IconType;
}

/** What this user can make, among what some feature offers. */
export function useNewMenu(): readonly NewEntry[] {
  const t = useT();
  const session = useSession();
  const { can, hasRoute } = session;
  const entries: readonly (NewEntry & { readonly isAllowed: boolean })[] = [
    {
      label: t('Dashboard'),
      address: addresses.newDashboard,
      icon: DashboardOutlined,
      isAllowed: can('can_write', 'Dashboard'),
    },
    { label: t('Chart'), address: addresses.newChart, icon: AreaChartOutlined, isAllowed: can('can_write', 'Chart') },
    { label: t('Dataset'), address: addresses.newDataset, icon: TableOutlined, isAllowed: can('can_write', 'Dataset') },
    {
      label: t('SQL query'),
      address: addresses.newQuery,
      icon: CodeOutlined,
      isAllowed: can('can_execute_sql_query', 'SQLLab'),
    },
    {
      label: t('Upload file'),
      address: addresses.upload,
      icon: UploadOutlined,
      isAllowed: mayUpload(session),
    },
    {
      label: t('Connect database'),
      address: addresses.newDatabase,
      icon: ApiOutlined,
      isAllowed: can('can_write', 'Database'),
    },
  ];
  return entries.filter((entry) => entry.isAllowed && hasRoute(entry.address));
}

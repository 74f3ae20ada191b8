import { DeleteOutlined } from '@ant-design/icons-svg';
import { Button, MenuButton } from '@powerset/ui';
import { useStore } from 'zustand';
import { deletions, nameOfDeletion, type Resource, resources } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import { hasTrash, useSession } from '../shell/index.ts';

const trashed: readonly Resource[] = [
  resources.charts,
  resources.dashboards,
  resources.datasets,
  resources.savedQueries,
];
const waitsInTrash = ({ name }: Resource) => trashed.some((resource) => resource.name === name);

/** What was deleted since the list was opened, each to be brought back as long as it is not left. */
export function RecentDeletions({ resource }: { resource: Resource }) {
  const t = useT();
  const session = useSession();
  const pending = useStore(deletions.store, (state) => state.pending);
  const own = pending.filter((deletion) => deletion.resource.name === resource.name);
  if (own.length === 0) return null;
  const count = own.reduce((sum, { items }) => sum + items.length, 0);
  const label = t('Deleted ({{count}})', { count });
  return (
    <MenuButton
      label={label}
      placement="bottom-end"
      trigger={
        <Button kind="text" size="small" icon={DeleteOutlined}>
          {label}
        </Button>
      }
      items={[
        {
          kind: 'heading',
          key: 'heading',
          label:
            hasTrash(session) && waitsInTrash(resource)
              ? t('In the trash when you leave this page')
              : t('Deleted for good when you leave this page'),
        },
        ...own
          .map((deletion, at) => ({
            key: String(at),
            label: t('Bring back: {{name}}', { name: nameOfDeletion(deletion) }),
            onSelect: deletion.undo,
          }))
          .reverse(),
      ]}
    />
  );
}

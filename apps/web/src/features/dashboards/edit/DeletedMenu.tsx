import { DeleteOutlined } from '@ant-design/icons';
import { Button, MenuButton, toasts, useMedia } from '@powerset/ui';
import { useEffect } from 'react';
import { useT } from '../../../i18n/index.ts';
import { bringBack, type DeletedPart, nameOf, refusals } from '../layout/index.ts';
import { layoutOf, makeNodeId, topNodeOf, useDashboard, useOpenDashboard } from '../state/index.ts';
import { type Deletion, noteDeletions, stillDeleted } from './deletions.ts';
import { useEdit, useEditStore } from './edit-context.tsx';

/** What was deleted since editing began, each to be brought back alone, however much was done since. */
export function DeletedMenu() {
  const t = useT();
  const { store } = useOpenDashboard();
  const history = useDashboard((state) => state.history);
  const filters = useDashboard((state) => state.filters);
  const isPhone = useMedia('(max-width: 599px)');
  useNoting();
  const deletions = stillDeleted(
    useEdit((state) => state.deleted),
    { history, filters },
  );
  if (deletions.length === 0) return null;
  const label = t('Deleted ({{count}})', { count: deletions.length });
  const back = (deletion: Deletion) => {
    const state = store.getState();
    if (deletion.kind === 'filter') {
      const { entry, index } = deletion;
      state.setFilters([...state.filters.slice(0, index), entry, ...state.filters.slice(index)]);
      return;
    }
    const { contentId: containerId } = topNodeOf(state);
    const outcome = bringBack(layoutOf(state), { part: deletion.part, containerId, makeId: makeNodeId });
    if (outcome.isDone) state.setLayout(outcome.layout, 'CREATE_COMPONENT');
    else toasts.warning(t(refusals[outcome.refusal]), { isUnique: true });
  };
  return (
    <MenuButton
      label={label}
      placement="bottom-end"
      trigger={
        <Button kind="text" icon={DeleteOutlined} label={label}>
          {isPhone ? deletions.length : label}
        </Button>
      }
      items={[
        { kind: 'heading', key: 'heading', label: t('Deleted since editing began') },
        ...deletions
          .map((deletion) => ({
            key: deletion.id,
            label: t('Bring back: {{name}}', {
              name: deletion.kind === 'filter' ? filterName(deletion.entry, t) : partName(deletion.part, t),
            }),
            onSelect: () => back(deletion),
          }))
          .reverse(),
      ]}
    />
  );
}

type T = ReturnType<typeof useT>;

const filterName = ({ name, title }: { readonly name?: string; readonly title?: string }, t: T) =>
  name || title || t('Filter');

/** Rows and columns have no names: they are what stood in them. */
function partName({ nodes }: DeletedPart, t: T): string {
  const [top] = nodes;
  if (!top || (top.type !== 'ROW' && top.type !== 'COLUMN')) return top ? nameOf(top, t) : '';
  return nodes
    .filter(({ type }) => type !== 'ROW' && type !== 'COLUMN')
    .map((node) => nameOf(node, t))
    .join(', ');
}

function useNoting(): void {
  const edit = useEditStore();
  const { store } = useOpenDashboard();
  useEffect(
    () =>
      store.subscribe((after, before) => {
        const { deleted } = edit.getState();
        const next = noteDeletions(deleted, before, after);
        if (next !== deleted) edit.setState({ deleted: next });
      }),
    [store, edit],
  );
}

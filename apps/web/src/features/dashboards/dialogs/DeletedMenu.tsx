import { DeleteOutlined } from '@ant-design/icons-svg';
import { Button, MenuButton, sayBeside, useMedia } from '@powerset/ui';
import { useStore } from 'zustand';
import { deletions as pendingDeletions } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { type DeletedPart, nameOf } from '../layout/index.ts';
import { DashboardClash, saveFilters, saveProblem } from '../saving/index.ts';
import {
  chosenIn,
  type FilterDeletion,
  filterSetsName,
  stillDeleted,
  useDashboard,
  useOpenDashboard,
  withFilterBack,
} from '../state/index.ts';
import { returnPart } from './return-part.ts';

type T = ReturnType<typeof useT>;
type Store = ReturnType<typeof useOpenDashboard>['store'];

/** The list that `Deleted` opens. */
export function DeletedMenu({ onEdit }: { onEdit?: () => void }) {
  const t = useT();
  const isPhone = useMedia('(max-width: 599px)');
  const entries = [...useOwnEntries(onEdit), ...useSetEntries()];
  if (entries.length === 0) return null;
  const label = t('Deleted ({{count}})', { count: entries.length });
  return (
    <MenuButton
      label={label}
      placement="bottom-end"
      trigger={
        <Button kind="text" icon={DeleteOutlined} label={label}>
          {isPhone ? entries.length : label}
        </Button>
      }
      items={[
        { kind: 'heading', key: 'heading', label: t('Deleted since the dashboard was opened') },
        ...entries
          .map(({ key, name, back }) => ({ key, label: t('Bring back: {{name}}', { name }), onSelect: back }))
          .reverse(),
      ]}
    />
  );
}

interface Entry {
  readonly key: string;
  readonly name: string;
  readonly back: () => void;
}

function useOwnEntries(onEdit: (() => void) | undefined): readonly Entry[] {
  const t = useT();
  const { store } = useOpenDashboard();
  const history = useDashboard((state) => state.history);
  const filters = useDashboard((state) => state.filters);
  const list = useDashboard((state) => state.deletions);
  return stillDeleted(list, { history, filters }).map((deletion) =>
    deletion.kind === 'filter'
      ? { key: deletion.id, name: filterName(deletion, t), back: () => void returnFilter(store, deletion, t) }
      : {
          key: deletion.id,
          name: partName(deletion.part, t),
          back: () => void (returnPart(store, deletion) && onEdit?.()),
        },
  );
}

/** Filter sets are deleted when the page is left, and until then only hidden. */
function useSetEntries(): readonly Entry[] {
  const resource = filterSetsName(useDashboard((state) => state.dashboard.id));
  const pending = useStore(pendingDeletions.store, (state) => state.pending);
  return pending
    .filter((deletion) => deletion.resource.name === resource)
    .flatMap(({ items, undo }) => items.map(({ id, name }) => ({ key: `set-${id}`, name, back: undo })));
}

const filterName = ({ entry }: FilterDeletion, t: T) => ('name' in entry ? entry.name : entry.title) || t('Filter');

/** Rows and columns have no names: they are what stood in them. */
function partName({ nodes }: DeletedPart, t: T): string {
  const [top] = nodes;
  if (!top || (top.type !== 'ROW' && top.type !== 'COLUMN')) return top ? nameOf(top, t) : '';
  return nodes
    .filter(({ type }) => type !== 'ROW' && type !== 'COLUMN')
    .map((node) => nameOf(node, t))
    .join(', ');
}

/** Filters are saved at once, as in their dialog. */
async function returnFilter(store: Store, deletion: FilterDeletion, t: T): Promise<void> {
  const say = sayBeside();
  const error = await saveFilters(store, withFilterBack(store.getState().filters, deletion));
  if (error !== null) return void say.danger(error instanceof DashboardClash ? error.message : saveProblem(error));
  const mask = chosenIn(deletion);
  const { bar, goToFilter } = store.getState();
  if (mask)
    store.setState({
      bar: { draft: { ...bar.draft, [mask.id]: mask }, applied: { ...bar.applied, [mask.id]: mask } },
    });
  if (deletion.entry.type === 'NATIVE_FILTER') goToFilter(deletion.id);
  say.success(t('{{name}} is back', { name: filterName(deletion, t) }));
}

import {
  EllipsisOutlined,
  LineChartOutlined,
  RedoOutlined,
  SaveOutlined,
  StarFilled,
  StarOutlined,
  UndoOutlined,
  UserAddOutlined,
} from '@ant-design/icons-svg';
import {
  Badge,
  Button,
  classNames,
  Icon,
  IconButton,
  lineRoles,
  MenuButton,
  type MenuEntry,
  Tooltip,
  textRoles,
  useMedia,
} from '@powerset/ui';
import { type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { RequestsModal, useOpenRequests } from '../../access-requests/index.ts';
import { deleteItem, resources, useFavorites } from '../../api/index.ts';
import { WaitingModal } from '../../controls/waiting-modal/index.ts';
import { openInSqlEditor } from '../../datasets/index.ts';
import { useT } from '../../i18n/index.ts';
import { ChartPropertiesModal } from '../../properties/index.ts';
import { useReportsMenu } from '../../report-editor/index.ts';
import { lazyPart, useShortcut } from '../../shell/index.ts';
import styles from './ExploreHead.module.css';
import type { Explore } from './explore-context.tsx';
import { DeleteChartModal } from './modals/DeleteChartModal.tsx';
import { SaveModal } from './modals/SaveModal.tsx';
import { type ExploreStore, hasUnsavedChanges } from './model/explore-store.ts';
import type { ExploreRights } from './model/rights.ts';
import { ShareMenu } from './ShareMenu.tsx';
import type { ExploreStart } from './use-explore-start.ts';

const VersionsModal = lazyPart(async () => (await import('./modals/VersionsModal.tsx')).VersionsModal);

interface ExploreHeadProps {
  readonly start: ExploreStart;
  readonly store: ExploreStore;
  readonly explore: Explore;
  readonly rights: ExploreRights;
  /** The SQL that drew what is shown. */
  readonly drawnSql: string | null;
  /** A chart stands on a dataset: a bare query is saved as one first. */
  readonly saveQuery: (() => void) | null;
}

/** Name, star and state of the chart; undo, redo, share, more, save. */
export function ExploreHead({ start, store, explore, rights, drawnSql, saveQuery }: ExploreHeadProps) {
  const t = useT();
  const state = useStore(store);
  const [isSaving, setIsSaving] = useState(false);
  const isDirty = hasUnsavedChanges(state);
  const save = () => {
    if (!rights.canAdd) return;
    if (saveQuery) saveQuery();
    else setIsSaving(true);
  };
  const dashboards = start.metadata?.dashboards ?? [];
  const requests = useRequests(start.slice?.slice_id ?? null, rights.canOverwrite);
  useShortcut({
    keys: 'Ctrl S',
    label: t('Save'),
    group: t('Explore'),
    worksInFields: true,
    run: save,
  });
  useShortcut({ keys: 'Ctrl Z', label: t('Undo'), group: t('Explore'), run: state.undo });
  useShortcut({ keys: 'Ctrl Shift Z', label: t('Redo'), group: t('Explore'), run: state.redo });
  return (
    <header className={styles.head}>
      <Icon of={LineChartOutlined} size={16} className={textRoles.muted} />
      <ChartName store={store} />
      {start.slice ? <Star id={start.slice.slice_id} /> : null}
      {isDirty ? <Badge kind="warning">{t('Unsaved changes')}</Badge> : null}
      {dashboards.length > 0 ? (
        <span
          className={classNames(textRoles.small, textRoles.muted, styles.note)}
          title={dashboards.map((one) => one.dashboard_title).join(', ')}
        >
          {dashboards.length === 1 ? t('On 1 dashboard') : t('On {{count}} dashboards', { count: dashboards.length })}
        </span>
      ) : null}
      <span className={classNames(lineRoles.end, lineRoles.line)}>
        <span className={styles.history}>
          <IconButton
            icon={UndoOutlined}
            label={t('Undo')}
            shortcut="Ctrl Z"
            isDisabled={state.past.length === 0}
            onClick={state.undo}
          />
          <IconButton
            icon={RedoOutlined}
            label={t('Redo')}
            shortcut="Ctrl Shift Z"
            isDisabled={state.future.length === 0}
            onClick={state.redo}
          />
        </span>
        {requests.count > 0 ? (
          <span className={styles.requests}>
            <Button icon={UserAddOutlined} onClick={requests.answer}>
              {requests.count === 1 ? t('1 asks for access') : t('{{count}} ask for access', { count: requests.count })}
            </Button>
          </span>
        ) : null}
        <ShareMenu explore={explore} slice={rights.canOverwrite ? start.slice : null} />
        <MoreMenu {...{ start, store, explore, rights, drawnSql }} requests={requests} />
        <SaveButton
          isDisabled={!rights.canAdd || explore.problems.length > 0}
          isQuery={saveQuery !== null}
          onClick={save}
        />
      </span>
      {requests.dialog}
      {isSaving ? <SaveModal {...{ start, store, explore, rights }} onClose={() => setIsSaving(false)} /> : null}
    </header>
  );
}

interface Requests {
  readonly count: number;
  readonly answer: () => void;
  readonly dialog: ReactNode;
}

/** Who asks to be let see the chart, for who may answer. */
function useRequests(chartId: number | null, mayAnswer: boolean): Requests {
  const object = chartId === null ? null : ({ type: 'chart', id: chartId } as const);
  const count = useOpenRequests(object, mayAnswer);
  const [isAnswering, setIsAnswering] = useState(false);
  const dialog =
    isAnswering && object ? (
      <Suspense fallback={null}>
        <RequestsModal object={object} onClose={() => setIsAnswering(false)} />
      </Suspense>
    ) : null;
  return { count, answer: () => setIsAnswering(true), dialog };
}

interface SaveButtonProps {
  readonly isDisabled: boolean;
  readonly isQuery: boolean;
  readonly onClick: () => void;
}

function SaveButton({ isDisabled, isQuery, onClick }: SaveButtonProps) {
  const t = useT();
  const button = (
    <Button kind="primary" icon={SaveOutlined} isDisabled={isDisabled} aria-keyshortcuts="Control+S" onClick={onClick}>
      {t('Save')}
    </Button>
  );
  return isQuery ? <Tooltip text={t('Save the query as a dataset first.')}>{button}</Tooltip> : button;
}

function ChartName({ store }: { store: ExploreStore }) {
  const t = useT();
  const name = useStore(store, (state) => state.chartName);
  return (
    <h1 className={styles.name}>
      <input
        dir="auto"
        aria-label={t('Chart title')}
        placeholder={t('Add the name of the chart')}
        value={name}
        size={Math.max(12, Math.min(60, name.length + 1))}
        maxLength={250}
        onChange={(event) => store.getState().rename(event.target.value)}
      />
    </h1>
  );
}

function Star({ id }: { id: number }) {
  const t = useT();
  const favorites = useFavorites(resources.charts, [id], {
    saveFailed: t('An error occurred while starring this chart'),
  });
  const isOn = favorites.isFavorite(id);
  return (
    <IconButton
      icon={isOn ? StarFilled : StarOutlined}
      size="small"
      isOn={isOn}
      label={isOn ? t('Remove from favorites') : t('Add to favorites')}
      onClick={() => void favorites.toggle(id)}
    />
  );
}

function requestEntries({ count, answer }: Requests, t: ReturnType<typeof useT>): readonly MenuEntry[] {
  if (count === 0) return [];
  return [{ key: 'requests', label: t('Requests for access ({{count}})', { count }), onSelect: answer }];
}

/** Steps back and forth, where the head has no room for their buttons. */
function useHistoryEntries(store: ExploreStore): readonly MenuEntry[] {
  const t = useT();
  const { past, future, undo, redo } = useStore(store);
  const isNarrow = useMedia('(max-width: 899px)');
  if (!isNarrow) return [];
  return [
    { key: 'undo', label: t('Undo'), icon: UndoOutlined, isDisabled: past.length === 0, onSelect: undo },
    { key: 'redo', label: t('Redo'), icon: RedoOutlined, isDisabled: future.length === 0, onSelect: redo },
    { kind: 'rule', key: 'history' },
  ];
}

type ChartModalName = 'properties' | 'versions' | 'delete';

interface ChartModalProps extends Pick<ExploreHeadProps, 'store' | 'explore'> {
  readonly modal: ChartModalName;
  readonly slice: NonNullable<ExploreStart['slice']>;
  readonly dashboards: readonly { readonly dashboard_title: string }[];
  readonly close: () => void;
  readonly onDelete: () => void;
}

/** What the menu opens about the chart that is saved. */
function ChartModal({ modal, slice, store, explore, dashboards, close, onDelete }: ChartModalProps) {
  const t = useT();
  if (modal === 'delete')
    return (
      <DeleteChartModal
        name={slice.slice_name}
        dashboards={dashboards.map((one) => one.dashboard_title)}
        onClose={close}
        onConfirm={onDelete}
      />
    );
  if (modal === 'versions')
    return (
      <Suspense fallback={<WaitingModal title={t('Versions')} onClose={close} />}>
        <VersionsModal chartId={slice.slice_id} name={slice.slice_name} explore={explore} onClose={close} />
      </Suspense>
    );
  return (
    <Suspense fallback={<WaitingModal title={t('Edit chart properties')} onClose={close} />}>
      <ChartPropertiesModal
        chartId={slice.slice_id}
        onSaved={(name) => {
          const { savedForm, form, markSaved } = store.getState();
          markSaved(savedForm ?? form, name);
        }}
        onClose={close}
      />
    </Suspense>
  );
}

function MoreMenu(props: Omit<ExploreHeadProps, 'saveQuery'> & { readonly requests: Requests }) {
  const { start, store, explore, rights, drawnSql, requests } = props;
  const t = useT();
  const navigate = useNavigate();
  const [modal, setModal] = useState<ChartModalName | null>(null);
  const { slice, metadata } = start;
  const dashboards = metadata?.dashboards ?? [];
  const close = () => setModal(null);
  const remove = async () => {
    close();
    if (slice && (await deleteItem(resources.charts, { id: slice.slice_id, name: slice.slice_name })))
      await navigate('/chart/list/');
  };
  const { dataset } = explore;
  const history = useHistoryEntries(store);
  const reports = useReportsMenu({
    source: slice ? { kind: 'chart', id: slice.slice_id, name: slice.slice_name } : null,
  });
  const items: readonly MenuEntry[] = [
    ...history,
    ...(slice && rights.canOverwrite
      ? [
          { key: 'properties', label: t('Edit chart properties'), onSelect: () => setModal('properties') },
          { key: 'versions', label: t('Versions'), onSelect: () => setModal('versions') },
        ]
      : []),
    ...(rights.canOpenSqlEditor && drawnSql
      ? [
          {
            key: 'sql',
            label: t('Run in SQL Lab'),
            onSelect: () => openInSqlEditor(`${dataset.id}__${dataset.type}`, drawnSql),
          },
        ]
      : []),
    ...dashboards.map((one) => ({
      key: `dashboard-${one.id}`,
      label: t('Open {{name}}', { name: one.dashboard_title }),
      href: `/superset/dashboard/${one.id}/`,
    })),
    ...requestEntries(requests, t),
    ...reports.entries,
    { key: 'new', label: t('New chart'), href: '/chart/add' },
    ...(slice && rights.canOverwrite
      ? [
          { kind: 'rule' as const, key: 'rule' },
          { key: 'delete', label: t('Delete chart'), isDanger: true, onSelect: () => setModal('delete') },
        ]
      : []),
  ];
  return (
    <>
      <MenuButton
        label={t('More')}
        placement="bottom-end"
        items={items}
        trigger={<IconButton icon={EllipsisOutlined} label={t('More')} />}
        onOpenChange={(isOpen) => isOpen && reports.onOpen()}
      />
      {reports.dialog}
      {slice && modal ? (
        <ChartModal
          modal={modal}
          slice={slice}
          {...{ store, explore, dashboards, close }}
          onDelete={() => void remove()}
        />
      ) : null}
    </>
  );
}

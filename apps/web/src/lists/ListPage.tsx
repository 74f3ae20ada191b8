import { AppstoreOutlined, ImportOutlined, PlusOutlined, UnorderedListOutlined } from '@ant-design/icons-svg';
import { Button, classNames, EmptyState, Segmented, TableSkeleton, textRoles } from '@powerset/ui';
import { useState } from 'react';
import { DEFAULT_PAGE_SIZE, errorText, listMessages, type ResourceEndpoints, type RowOf } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import { ErrorView, usePageTitle, useSession } from '../shell/index.ts';
import { BulkBar } from './BulkBar.tsx';
import { DeleteModal } from './DeleteModal.tsx';
import { ImportModal } from './ImportModal.tsx';
import { ListCards } from './ListCards.tsx';
import { ListFilters } from './ListFilters.tsx';
import styles from './ListPage.module.css';
import { ListTable } from './ListTable.tsx';
import type { ListDefinition } from './list-definition.ts';
import { Pagination } from './Pagination.tsx';
import parts from './parts.module.css';
import { RecentDeletions } from './RecentDeletions.tsx';
import { useDeletion } from './use-deletion.ts';
import { type ListPageModel, useListPage } from './use-list-page.ts';
import { useWalk } from './use-walk.ts';
import { WalkProgress } from './WalkProgress.tsx';

/** A page with the list of one resource. */
export function ListPage<T extends ResourceEndpoints>({ definition }: { definition: ListDefinition<T> }) {
  usePageTitle(definition.title);
  const model = useListPage(definition);
  const [isImporting, setIsImporting] = useState(false);
  const deletion = useDeletion(definition, () => model.setSelected(new Set()));
  const { question } = deletion;
  const walk = useWalk(definition, model);
  const shown = { definition: walk?.definition ?? definition, model: walk?.model ?? model };
  const onDelete = (rows: readonly RowOf<T>[]) => void deletion.ask(rows);
  return (
    <div className={styles.page}>
      <ListHead {...shown} onImport={() => setIsImporting(true)} />
      <ListFilters definition={definition} model={model} />
      <ListBody {...shown} onDelete={onDelete} onImport={() => setIsImporting(true)} />
      {walk ? (
        <WalkProgress walk={walk} />
      ) : (
        <Pagination
          page={model.state.page}
          count={model.list.count}
          total={model.list.total}
          hiddenBefore={model.list.hiddenBefore}
          shown={model.list.collection.length}
          onChange={(page) => model.setState({ ...model.state, page })}
        />
      )}
      {model.selected.size > 0 ? <BulkBar definition={definition} model={model} onDelete={onDelete} /> : null}
      {question ? (
        <DeleteModal
          count={question.rows.length}
          warnings={question.warnings}
          onClose={deletion.close}
          onConfirm={() => deletion.remove(question.rows)}
        />
      ) : null}
      {isImporting ? (
        <ImportModal
          resource={definition.resource}
          title={definition.title}
          onClose={() => setIsImporting(false)}
          onDone={model.refresh}
        />
      ) : null}
    </div>
  );
}

interface PartProps<T extends ResourceEndpoints> {
  readonly definition: ListDefinition<T>;
  readonly model: ListPageModel<T>;
}

function ListHead<T extends ResourceEndpoints>({
  definition,
  model,
  onImport,
}: PartProps<T> & { onImport: () => void }) {
  const t = useT();
  const { state, setState, info, list } = model;
  return (
    <div className={styles.head}>
      <h1>{definition.title}</h1>
      <span className={classNames(textRoles.muted, textRoles.numbers)} aria-live="polite">
        {list.isFirstLoad || (list.error && list.collection.length === 0) ? '' : list.count}
      </span>
      <RecentDeletions resource={definition.resource} />
      <div className={styles.headEnd}>
        {definition.card ? (
          <Segmented
            label={t('View')}
            active={state.view}
            onChange={(view) => setState({ ...state, view })}
            items={[
              { key: 'table', label: t('List'), icon: UnorderedListOutlined },
              { key: 'card', label: t('Cards'), icon: AppstoreOutlined },
            ]}
          />
        ) : null}
        {definition.hasImport && info.can('can_write') ? (
          <Button icon={ImportOutlined} onClick={onImport}>
            {t('Import')}
          </Button>
        ) : null}
        {(definition.ways ?? []).map((way) => (
          <Button key={way.address} icon={way.icon} href={way.address}>
            {way.label}
          </Button>
        ))}
        <CreateButton definition={definition} model={model} isPrimary />
      </div>
    </div>
  );
}

function CreateButton<T extends ResourceEndpoints>({
  definition,
  model,
  isPrimary,
}: PartProps<T> & { isPrimary?: boolean }) {
  const { hasRoute } = useSession();
  const { create } = definition;
  if (!create || !model.info.can('can_write') || (create.address && !hasRoute(create.address))) return null;
  return (
    <Button
      kind={isPrimary ? 'primary' : 'default'}
      size={isPrimary ? 'middle' : 'small'}
      icon={PlusOutlined}
      href={create.address}
      onClick={create.onCreate}
    >
      {create.label}
    </Button>
  );
}

function ListBody<T extends ResourceEndpoints>({
  definition,
  model,
  onDelete,
  onImport,
}: PartProps<T> & { onDelete: (rows: readonly RowOf<T>[]) => void; onImport: () => void }) {
  const t = useT();
  const { list, state } = model;
  if (list.error && list.collection.length === 0) {
    return (
      <div className={classNames(parts.frame, styles.note)}>
        <ErrorView
          title={t('The list could not be loaded')}
          text={listMessages.fetchFailed(definition.resource.label, errorText(list.error))}
          error={list.error}
          actions={
            <Button size="small" onClick={list.refresh}>
              {t('Try again')}
            </Button>
          }
        />
      </div>
    );
  }
  if (list.isFirstLoad) {
    return (
      <div className={parts.frame}>
        <TableSkeleton rows={12} columns={6} rowHeight={52} />
      </div>
    );
  }
  if (list.collection.length === 0 && list.count > 0) return <DeletedPage {...{ definition, model }} />;
  if (list.collection.length === 0) return <EmptyList {...{ definition, model, onImport }} />;
  const View = state.view === 'card' && definition.card ? ListCards : ListTable;
  return <View definition={definition} model={model} onDelete={onDelete} />;
}

/** Every row of the page waits to be deleted, and can still come back: the others are on the pages beside it. */
function DeletedPage<T extends ResourceEndpoints>({ definition, model }: PartProps<T>) {
  const t = useT();
  const { list, state, setState } = model;
  const isLast = list.total <= (state.page + 1) * DEFAULT_PAGE_SIZE;
  const open = () => setState({ ...state, page: state.page + (isLast ? -1 : 1) });
  return (
    <div className={parts.frame}>
      <EmptyState
        size="big"
        icon={definition.icon}
        title={t('Everything on this page was deleted')}
        actions={
          <Button size="small" onClick={open}>
            {isLast ? t('Previous page') : t('Next page')}
          </Button>
        }
      />
    </div>
  );
}

function EmptyList<T extends ResourceEndpoints>({
  definition,
  model,
  onImport,
}: PartProps<T> & { onImport: () => void }) {
  const t = useT();
  const { state, setState } = model;
  const isFiltered = state.search !== '' || Object.keys(state.filters).length > 0;
  return (
    <div className={parts.frame}>
      {isFiltered ? (
        <EmptyState
          size="big"
          icon={definition.icon}
          title={definition.noMatchText ?? t('Nothing matches')}
          text={t('Neither the search nor the filters leave anything over.')}
          actions={
            <Button size="small" onClick={() => setState({ ...state, page: 0, search: '', filters: {} })}>
              {t('Clear filters')}
            </Button>
          }
        />
      ) : (
        <EmptyState
          size="big"
          icon={definition.icon}
          title={definition.emptyText}
          text={
            definition.create && !model.info.can('can_write')
              ? t('What others share with you appears here.')
              : definition.emptyHelp
          }
          actions={
            <>
              <CreateButton definition={definition} model={model} />
              {definition.hasImport && model.info.can('can_write') ? (
                <Button kind="text" size="small" onClick={onImport}>
                  {t('Import')}
                </Button>
              ) : null}
            </>
          }
        />
      )}
    </div>
  );
}

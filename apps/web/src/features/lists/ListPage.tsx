import { AppstoreOutlined, PlusOutlined, UnorderedListOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, EmptyState, ErrorBox, Segmented, TableSkeleton } from '@powerset/ui';
import { useState } from 'react';
import { errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { usePageTitle, useSession } from '../../shell/index.ts';
import { BulkBar } from './BulkBar.tsx';
import { DeleteModal } from './DeleteModal.tsx';
import { ImportModal } from './ImportModal.tsx';
import { ListCards } from './ListCards.tsx';
import { ListFilters } from './ListFilters.tsx';
import { ListTable } from './ListTable.tsx';
import type { ListDefinition } from './list-definition.ts';
import { Pagination } from './Pagination.tsx';
import { type ListPageModel, useListPage } from './use-list-page.ts';
import './list.css';

interface Opened<Row> {
  readonly deleting: readonly Row[] | null;
  readonly isImporting: boolean;
}

/** A page with the list of one resource. */
export function ListPage<Row extends { readonly id: number }>({ definition }: { definition: ListDefinition<Row> }) {
  usePageTitle(definition.title);
  const model = useListPage(definition);
  const [opened, setOpened] = useState<Opened<Row>>({ deleting: null, isImporting: false });
  const close = () => setOpened({ deleting: null, isImporting: false });
  const onDelete = (rows: readonly Row[]) => setOpened({ deleting: rows, isImporting: false });
  return (
    <div className="lp">
      <ListHead
        definition={definition}
        model={model}
        onImport={() => setOpened({ deleting: null, isImporting: true })}
      />
      <ListFilters definition={definition} model={model} />
      <ListBody definition={definition} model={model} onDelete={onDelete} />
      <Pagination
        page={model.state.page}
        count={model.list.count}
        shown={model.list.collection.length}
        onChange={(page) => model.setState({ ...model.state, page })}
      />
      {model.selected.size > 0 ? <BulkBar definition={definition} model={model} onDelete={onDelete} /> : null}
      {opened.deleting ? (
        <DeleteModal definition={definition} rows={opened.deleting} onClose={close} onDone={model.refresh} />
      ) : null}
      {opened.isImporting ? (
        <ImportModal resource={definition.resource} title={definition.title} onClose={close} onDone={model.refresh} />
      ) : null}
    </div>
  );
}

interface PartProps<Row extends { readonly id: number }> {
  readonly definition: ListDefinition<Row>;
  readonly model: ListPageModel<Row>;
}

function ListHead<Row extends { readonly id: number }>({
  definition,
  model,
  onImport,
}: PartProps<Row> & { onImport: () => void }) {
  const t = useT();
  const { state, setState, info, list } = model;
  return (
    <div className="lp__head">
      <h1>{definition.title}</h1>
      <span className="ps-t3 ps-num" aria-live="polite">
        {list.isFirstLoad ? '' : list.count}
      </span>
      <div className="lp__head-end">
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
          <Button icon={UploadOutlined} onClick={onImport}>
            {t('Import')}
          </Button>
        ) : null}
        <CreateButton definition={definition} model={model} isPrimary />
      </div>
    </div>
  );
}

function CreateButton<Row extends { readonly id: number }>({
  definition,
  model,
  isPrimary,
}: PartProps<Row> & { isPrimary?: boolean }) {
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

function ListBody<Row extends { readonly id: number }>({
  definition,
  model,
  onDelete,
}: PartProps<Row> & { onDelete: (rows: readonly Row[]) => void }) {
  const t = useT();
  const { list, state } = model;
  if (list.error && list.collection.length === 0) {
    return (
      <div className="lp__frame lp__note">
        <ErrorBox
          title={t('The list could not be loaded')}
          text={errorText(list.error)}
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
      <div className="lp__frame">
        <TableSkeleton rows={12} columns={6} rowHeight={52} />
      </div>
    );
  }
  if (list.collection.length === 0) return <EmptyList definition={definition} model={model} />;
  const View = state.view === 'card' && definition.card ? ListCards : ListTable;
  return <View definition={definition} model={model} onDelete={onDelete} />;
}

function EmptyList<Row extends { readonly id: number }>({ definition, model }: PartProps<Row>) {
  const t = useT();
  const { state, setState } = model;
  const isFiltered = state.search !== '' || Object.keys(state.filters).length > 0;
  return (
    <div className="lp__frame">
      {isFiltered ? (
        <EmptyState
          size="big"
          icon={definition.icon}
          title={t('Nothing matches')}
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
          actions={<CreateButton definition={definition} model={model} />}
        />
      )}
    </div>
  );
}

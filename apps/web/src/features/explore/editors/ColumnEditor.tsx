import { isAdhocColumn } from '@powerset/chart-kit';
import type { QueryColumn } from '@powerset/contract';
import { EmptyState, Field, Select, Tabs, TextInput } from '@powerset/ui';
import { type RefObject, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useExplore } from '../explore-context.tsx';
import { kindOf } from '../model/dataset.ts';
import parts from '../parts.module.css';
import { EditorPopover } from './EditorPopover.tsx';
import { ExpressionField } from './ExpressionField.tsx';

type Tab = 'saved' | 'simple' | 'sql';

export interface ColumnEditorProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly value: QueryColumn | null;
  readonly others: readonly QueryColumn[];
  readonly columnTypes?: readonly string[];
  readonly onSave: (column: QueryColumn) => void;
  readonly onClose: () => void;
}

interface Draft {
  readonly tab: Tab;
  readonly name: string | null;
  readonly sql: string;
  readonly label: string;
}

function toColumn(draft: Draft, original: QueryColumn | null): QueryColumn | null {
  if (draft.tab !== 'sql') return draft.name;
  const sqlExpression = draft.sql.trim();
  if (!sqlExpression) return null;
  const base = isAdhocColumn(original) ? original : {};
  return { ...base, expressionType: 'SQL', sqlExpression, label: draft.label.trim() || sqlExpression };
}

/** Edits one dimension: a calculated column of the dataset, one of its own, or SQL. */
export function ColumnEditor(props: ColumnEditorProps) {
  const { anchor, value, onSave, onClose } = props;
  const t = useT();
  const { findColumn } = useExplore();
  const [draft, setDraft] = useState<Draft>(() => startColumn(value, (name) => Boolean(findColumn(name)?.expression)));
  const column = toColumn(draft, value);
  const isChanged = JSON.stringify(column) !== JSON.stringify(value);
  const patch = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const tabs = [
    { key: 'saved' as const, label: t('Saved') },
    { key: 'simple' as const, label: t('Simple') },
    { key: 'sql' as const, label: t('Custom SQL') },
  ];
  return (
    <EditorPopover
      anchor={anchor}
      title={t('Edit column')}
      draft={{ ...draft, tab: null }}
      canSave={column !== null && isChanged}
      onSave={() => column && onSave(column)}
      onClose={onClose}
    >
      <Tabs items={tabs} active={draft.tab} onChange={(tab) => patch({ tab })} label={t('Kind of column')} />
      <div className={parts.fields}>
        {draft.tab === 'sql' ? (
          <SqlFields draft={draft} patch={patch} />
        ) : (
          <NameField {...props} draft={draft} patch={patch} />
        )}
      </div>
    </EditorPopover>
  );
}

function startColumn(value: QueryColumn | null, isCalculated: (name: string) => boolean): Draft {
  const adhoc = isAdhocColumn(value) ? value : null;
  const name = typeof value === 'string' ? value : null;
  const nameTab = name !== null && isCalculated(name) ? 'saved' : 'simple';
  return { tab: adhoc ? 'sql' : nameTab, name, sql: adhoc?.sqlExpression ?? '', label: adhoc?.label ?? '' };
}

interface FieldsProps {
  readonly draft: Draft;
  readonly patch: (change: Partial<Draft>) => void;
}

function NameField({ draft, patch, others, columnTypes }: FieldsProps & ColumnEditorProps) {
  const t = useT();
  const { dataset } = useExplore();
  const isSaved = draft.tab === 'saved';
  const offered = dataset.columns
    .filter((column) => Boolean(column.expression) === isSaved)
    .filter((column) => !columnTypes || columnTypes.includes(kindOf(column)))
    .filter((column) => column.column_name === draft.name || !others.includes(column.column_name));
  if (offered.length === 0)
    return (
      <EmptyState
        size="small"
        title={columnTypes?.includes('temporal') ? t('No temporal columns found') : t('No saved expressions found')}
        text={t('Add calculated columns to dataset in "Edit dataset" modal')}
      />
    );
  return (
    <Field label={t('Column')}>
      {(ids) => (
        <Select
          {...ids}
          label={t('Column')}
          value={offered.some((column) => column.column_name === draft.name) ? (draft.name ?? undefined) : undefined}
          choices={offered.map((column) => ({
            value: column.column_name,
            label: column.verbose_name || column.column_name,
          }))}
          onChange={(name) => patch({ name: name ?? null })}
        />
      )}
    </Field>
  );
}

function SqlFields({ draft, patch }: FieldsProps) {
  const t = useT();
  return (
    <>
      <ExpressionField kind="column" value={draft.sql} hasMetrics={false} onChange={(sql) => patch({ sql })} />
      <Field label={t('Label')} note={t('Optional')}>
        {(ids) => (
          <TextInput {...ids} value={draft.label} placeholder={draft.sql} onChange={(label) => patch({ label })} />
        )}
      </Field>
    </>
  );
}

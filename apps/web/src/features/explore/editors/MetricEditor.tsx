import type { ShownAs } from '@powerset/chart-kit';
import { type Aggregate, aggregates, metricLabel, type QueryMetric } from '@powerset/contract';
import { EmptyState, Field, Select, Tabs, TextInput } from '@powerset/ui';
import { type RefObject, Suspense, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { lazyPart } from '../../../shell/index.ts';
import { useExplore } from '../explore-context.tsx';
import {
  canSaveMetric,
  type EditorTab,
  forbidsAdhocMetrics,
  type MetricDraft,
  offeredMetrics,
  type SavedOption,
  savedOptions,
  startDraft,
  toMetric,
} from '../model/metric-edit.ts';
import parts from '../parts.module.css';
import { EditorPopover } from './EditorPopover.tsx';
import { ExpressionField } from './ExpressionField.tsx';

const ShowAs = lazyPart(async () => (await import('./ShowAs.tsx')).ShowAs);

export interface MetricEditorProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly value: QueryMetric | null;
  /** What the other slots of the same control hold. */
  readonly others: readonly QueryMetric[];
  readonly onSave: (metric: QueryMetric, shown: ShownAs | null) => void;
  readonly onClose: () => void;
  /** A column to begin with. */
  readonly startColumn?: string;
  /** Of a metric that may be shown as a share, a rank and the like: its control, and as what it is shown. */
  readonly showAs?: { readonly control: string; readonly shown: ShownAs | null };
}

/** Edits one metric: a saved one, an aggregate of a column, or SQL. */
export function MetricEditor({ anchor, value, others, onSave, onClose, startColumn, showAs }: MetricEditorProps) {
  const t = useT();
  const { dataset, newName, findColumn } = useExplore();
  const saved = savedOptions(offeredMetrics(dataset.metrics, others, value));
  const isSavedOnly = forbidsAdhocMetrics(dataset.extra ?? null);
  const [draft, setDraft] = useState<MetricDraft>(() => {
    const start = startDraft(value, saved.length);
    const column = startColumn ? findColumn(startColumn) : undefined;
    return column ? { ...start, tab: 'simple', column: { column_name: column.column_name, type: column.type } } : start;
  });
  const [shown, setShown] = useState(showAs?.shown ?? null);
  const whole = toMetric(draft, value, newName);
  const isOtherwiseShown = JSON.stringify(shown) !== JSON.stringify(showAs?.shown ?? null);
  const save = () => {
    if (whole) onSave(whole, shown);
  };
  const patch = (change: Partial<MetricDraft>) => setDraft({ ...draft, ...change });
  const tabs: readonly { readonly key: EditorTab; readonly label: string }[] = [
    { key: 'saved', label: t('Saved') },
    ...(isSavedOnly
      ? []
      : [
          { key: 'simple' as const, label: t('Simple') },
          { key: 'sql' as const, label: t('Custom SQL') },
        ]),
  ];
  return (
    <EditorPopover
      anchor={anchor}
      title={t('Edit metric')}
      draft={{ ...draft, tab: null, shown }}
      canSave={canSaveMetric(draft, value) || (whole !== null && isOtherwiseShown)}
      onSave={save}
      onClose={onClose}
    >
      <Tabs items={tabs} active={draft.tab} onChange={(tab) => patch({ tab })} label={t('Kind of metric')} />
      <div className={parts.fields}>
        {draft.tab === 'saved' ? <SavedTab draft={draft} patch={patch} saved={saved} /> : null}
        {draft.tab === 'simple' ? <SimpleTab draft={draft} patch={patch} /> : null}
        {draft.tab === 'sql' ? (
          <ExpressionField
            kind="metric"
            value={draft.sql}
            placeholder="SUM(price) / COUNT(*)"
            onChange={(sql) => patch({ sql })}
          />
        ) : null}
        {draft.tab === 'saved' ? null : <LabelField draft={draft} patch={patch} />}
        {showAs ? (
          <Suspense>
            <ShowAs control={showAs.control} metric={whole} shown={shown} onChange={setShown} />
          </Suspense>
        ) : null}
      </div>
    </EditorPopover>
  );
}

interface TabProps {
  readonly draft: MetricDraft;
  readonly patch: (change: Partial<MetricDraft>) => void;
}

function SavedTab({ draft, patch, saved }: TabProps & { readonly saved: readonly SavedOption[] }) {
  const t = useT();
  if (saved.length === 0)
    return (
      <EmptyState
        size="small"
        title={t('No saved metrics found')}
        text={t('Add metrics to dataset in "Edit dataset" modal')}
      />
    );
  return (
    <Field label={t('Saved metric')}>
      {(ids) => (
        <Select
          {...ids}
          label={t('Saved metric')}
          value={draft.savedName ?? undefined}
          choices={saved.map((metric) => ({ value: metric.saved_metric_name, label: metric.label }))}
          onChange={(name) => patch({ savedName: name ?? null })}
        />
      )}
    </Field>
  );
}

function SimpleTab({ draft, patch }: TabProps) {
  const t = useT();
  const { dataset, findColumn } = useExplore();
  return (
    <>
      <Field label={t('Column')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Column')}
            value={draft.column?.column_name}
            choices={dataset.columns.map((one) => ({
              value: one.column_name,
              label: one.verbose_name || one.column_name,
            }))}
            onChange={(name) => {
              const column = name === undefined ? undefined : findColumn(name);
              patch({ column: column ? { column_name: column.column_name, type: column.type } : null });
            }}
          />
        )}
      </Field>
      <Field label={t('Aggregate')}>
        {(ids) => (
          <Select<Aggregate>
            {...ids}
            label={t('Aggregate')}
            value={draft.aggregate ?? undefined}
            choices={aggregates.map((name) => ({ value: name, label: name }))}
            onChange={(aggregate) => patch({ aggregate: aggregate ?? null })}
          />
        )}
      </Field>
    </>
  );
}

function LabelField({ draft, patch }: TabProps) {
  const t = useT();
  const whole = toMetric({ ...draft, hasCustomLabel: false }, null, () => '');
  return (
    <Field label={t('Label')} note={t('Optional')}>
      {(ids) => (
        <TextInput
          {...ids}
          value={draft.label}
          placeholder={whole ? metricLabel(whole) : ''}
          onChange={(label) => patch({ label, hasCustomLabel: label.trim() !== '' })}
        />
      )}
    </Field>
  );
}

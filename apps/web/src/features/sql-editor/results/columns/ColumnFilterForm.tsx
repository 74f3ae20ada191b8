import type { WindowOperator } from '@powerset/contract';
import {
  Checkbox,
  type GridColumn,
  SearchInput,
  Segmented,
  TableSkeleton,
  TextInput,
  textRoles,
  well,
} from '@powerset/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LoadFailureBox } from '../../../../controls/load-failure/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { editorMessages } from '../../messages.ts';
import { formatCount } from '../../numbers.ts';
import parts from '../../parts.module.css';
import { columnValuesQuery, type ResultSelection } from '../result-calls.ts';
import styles from './ColumnFilterForm.module.css';
import { toggled, withFilters } from './column-filters.ts';
import type { FilterDraft } from './filter-draft.ts';
import { valueText } from './value-text.ts';

interface ColumnFilterFormProps {
  readonly column: GridColumn;
  readonly index: number;
  readonly resultKey: string;
  readonly selection: ResultSelection;
  readonly draft: FilterDraft;
  readonly onDraft: (draft: FilterDraft) => void;
  readonly onSubmit: () => void;
}

const textOperators: readonly WindowOperator[] = ['contains', 'starts with', '=', '!=', 'is null', 'is not null'];
const valueOperators: readonly WindowOperator[] = ['=', '!=', '<', '<=', '>', '>=', 'is null', 'is not null'];

/** A column's values to choose from, or a condition on them. */
export function ColumnFilterForm(props: ColumnFilterFormProps) {
  const t = useT();
  const { draft, onDraft, onSubmit } = props;
  return (
    <form
      className={parts.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Segmented
        label={t('Filter')}
        isBlock
        items={[
          { key: 'values', label: t('Values') },
          { key: 'condition', label: t('Condition') },
        ]}
        active={draft.way}
        onChange={(way) => onDraft({ ...draft, way })}
      />
      {draft.way === 'values' ? <Values {...props} /> : <Condition {...props} />}
    </form>
  );
}

function Condition({ column, draft, onDraft }: ColumnFilterFormProps) {
  const t = useT();
  const operators = column.type === 'string' ? textOperators : valueOperators;
  return (
    <>
      <select
        className={well.middle}
        aria-label={t('Operator')}
        value={draft.operator}
        // The options are exactly these operators.
        onChange={(event) => onDraft({ ...draft, operator: event.target.value as WindowOperator })}
      >
        {operators.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      {draft.operator.startsWith('is ') ? null : (
        <TextInput aria-label={t('Value')} value={draft.value} onChange={(value) => onDraft({ ...draft, value })} />
      )}
    </>
  );
}

const searchDelayMs = 200;
/** As many as one filter takes. */
const mostChosen = 100;

function Values({ column, index, resultKey, selection, draft, onDraft }: ColumnFilterFormProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [find, setFind] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setFind(text), searchDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useQuery({
    ...columnValuesQuery(resultKey, index, { selection: withFilters(selection, column.name, []), find }),
    placeholderData: keepPreviousData,
  });
  const listed = found.data?.values ?? [];
  const absent = find === '' ? draft.values.filter((value) => !listed.some((item) => item.value === value)) : [];
  const rows = [...absent.map((value) => ({ value, count: null, isCut: false })), ...listed];
  const more = (found.data?.valueCount ?? 0) - listed.length;
  const isFull = draft.values.length >= mostChosen;
  return (
    <>
      <SearchInput label={t('Search values')} value={text} onChange={setText} />
      {found.error ? (
        <LoadFailureBox
          title={editorMessages.resultsFailed()}
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : null}
      {found.data ? (
        <ul className={styles.values} aria-label={t('Values')}>
          {rows.map(({ value, count, isCut }) => {
            const isChecked = draft.values.includes(value);
            return (
              <li key={value ?? ' null'} className={styles.row}>
                <Checkbox
                  isChecked={isChecked}
                  isDisabled={isCut || (isFull && !isChecked)}
                  onChange={() => onDraft({ ...draft, values: toggled(draft.values, value) })}
                >
                  <span className={textRoles.truncated} dir="auto" title={value ?? undefined}>
                    {valueText(t, column, value)}
                  </span>
                </Checkbox>
                {count === null ? null : <span className={styles.count}>{formatCount(count)}</span>}
              </li>
            );
          })}
          {rows.length === 0 ? <li className={parts.quiet}>{t('No value fits.')}</li> : null}
        </ul>
      ) : null}
      {!found.data && !found.error ? <TableSkeleton rows={5} columns={1} /> : null}
      {more > 0 ? (
        <p className={styles.note}>{t('{{count}} more values: search to find them', { count: formatCount(more) })}</p>
      ) : null}
      {isFull ? <p className={styles.note}>{t('A filter takes at most 100 values.')}</p> : null}
      <Checkbox isChecked={draft.isExcluding} onChange={(isExcluding) => onDraft({ ...draft, isExcluding })}>
        {t('All but these')}
      </Checkbox>
    </>
  );
}

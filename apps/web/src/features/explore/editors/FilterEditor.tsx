import { classNames, Field, MultiSelect, Select, Tabs, TextInput, textRoles } from '@powerset/ui';
import { type RefObject, useCallback, useState } from 'react';
import { LoadFailure } from '../../../controls/load-failure/index.ts';
import { TimeRangeEditor } from '../../../controls/time-range/index.ts';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { useExplore } from '../explore-context.tsx';
import {
  type AdhocFilter,
  arityOf,
  canSaveFilter,
  type FilterSubject,
  narrowOperators,
  operatorsFor,
  operatorTexts,
  type Scalar,
  toSqlText,
  unaryOperators,
  withOperator,
  withSubject,
} from '../model/adhoc-filter.ts';
import { type ExploreColumn, kindOf } from '../model/dataset.ts';
import { toComparator } from '../model/typed-number.ts';
import parts from '../parts.module.css';
import { type AdvancedValues, useAdvancedValues } from '../use-advanced-values.ts';
import { useColumnValues } from '../use-column-values.ts';
import { usePartitionColumn } from '../use-partition-column.ts';
import { EditorPopover } from './EditorPopover.tsx';
import { ExpressionField } from './ExpressionField.tsx';

export interface FilterEditorProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly value: AdhocFilter;
  readonly onSave: (filter: AdhocFilter) => void;
  readonly onClose: () => void;
}

export function toSubject(column: ExploreColumn, partition: string | null = null): FilterSubject {
  return {
    name: column.column_name,
    type: kindOf(column),
    nativeType: column.type,
    isExpression: Boolean(column.expression),
    isPartition: column.column_name === partition,
    advancedType: column.advanced_data_type,
  };
}

/** Without what a look at the other tab writes by itself. */
function typedParts({ expressionType: _tab, sqlExpression, ...filter }: AdhocFilter): object {
  return {
    ...filter,
    sqlExpression: sqlExpression === toSqlText(filter as AdhocFilter) ? null : (sqlExpression ?? null),
  };
}

/** Edits one filter: a column compared with values, or SQL of WHERE or HAVING. */
export function FilterEditor({ anchor, value, onSave, onClose }: FilterEditorProps) {
  const t = useT();
  const [filter, setFilter] = useState(value);
  const [isTimeValid, setIsTimeValid] = useState(true);
  const [isHalfTyped, setIsHalfTyped] = useState(false);
  const { findColumn } = useExplore();
  const partition = usePartitionColumn();
  const column = filter.subject ? findColumn(filter.subject) : undefined;
  const subject = column ? toSubject(column, partition) : undefined;
  const advanced = useAdvancedValues(subject?.advancedType ?? null, filter.comparator);
  const tabs = [
    { key: 'SIMPLE' as const, label: t('Simple') },
    { key: 'SQL' as const, label: t('Custom SQL') },
  ];
  const toTab = (expressionType: 'SIMPLE' | 'SQL') =>
    setFilter({
      ...filter,
      expressionType,
      ...(expressionType === 'SQL' && !filter.sqlExpression ? { sqlExpression: toSqlText(filter) } : {}),
    });
  const isSimple = filter.expressionType === 'SIMPLE';
  const isTime = isSimple && filter.operatorId === 'TEMPORAL_RANGE';
  return (
    <EditorPopover
      anchor={anchor}
      title={isTime ? t('Edit time range') : t('Edit filter')}
      draft={typedParts(filter)}
      canSave={
        isTime ? isTimeValid : !isHalfTyped && canSaveFilter(filter, value) && (!isSimple || !advanced.isInvalid)
      }
      onSave={() => onSave({ ...filter, isNew: false })}
      onClose={onClose}
      isTimeRange={isTime}
    >
      <Tabs items={tabs} active={filter.expressionType} onChange={toTab} label={t('Kind of filter')} />
      <div className={parts.fields}>
        {filter.expressionType === 'SQL' ? (
          <SqlFields filter={filter} setFilter={setFilter} />
        ) : (
          <SimpleFields
            {...{ filter, setFilter, subject, partition, advanced }}
            onTimeValid={setIsTimeValid}
            onPreset={(comparator) => onSave({ ...filter, comparator, isNew: false })}
            onHalfTyped={setIsHalfTyped}
          />
        )}
      </div>
    </EditorPopover>
  );
}

interface FieldsProps {
  readonly filter: AdhocFilter;
  readonly setFilter: (filter: AdhocFilter) => void;
}

function SqlFields({ filter, setFilter }: FieldsProps) {
  const t = useT();
  return (
    <>
      <Field label={t('Clause')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Clause')}
            value={filter.clause}
            choices={[
              { value: 'WHERE' as const, label: 'WHERE' },
              { value: 'HAVING' as const, label: 'HAVING' },
            ]}
            onChange={(clause) => setFilter({ ...filter, clause: clause ?? 'WHERE' })}
          />
        )}
      </Field>
      <ExpressionField
        kind={filter.clause === 'HAVING' ? 'having' : 'where'}
        help={
          filter.clause === 'HAVING'
            ? t('HAVING filters groups after aggregates are computed.')
            : t('WHERE filters rows.')
        }
        value={filter.sqlExpression ?? ''}
        onChange={(sqlExpression) => setFilter({ ...filter, sqlExpression })}
      />
    </>
  );
}

interface SimpleFieldsProps extends FieldsProps {
  readonly subject: FilterSubject | undefined;
  readonly partition: string | null;
  readonly advanced: AdvancedValues;
  readonly onTimeValid: (isValid: boolean) => void;
  readonly onPreset: (range: string) => void;
  readonly onHalfTyped: (isHalfTyped: boolean) => void;
}

function SimpleFields(props: SimpleFieldsProps) {
  const { filter, setFilter, subject, partition, advanced, onTimeValid, onPreset, onHalfTyped } = props;
  const t = useT();
  const { dataset, findColumn } = useExplore();
  const isUnary = filter.operatorId !== null && unaryOperators.includes(filter.operatorId);
  return (
    <>
      <div className={filter.operatorId === 'TEMPORAL_RANGE' ? parts.sideBySide : parts.stacked}>
        <Field label={t('Subject')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Select subject')}
              placeholder={t('Select subject')}
              value={filter.subject ?? undefined}
              choices={dataset.columns
                .filter((one) => one.filterable)
                .map((one) => ({ value: one.column_name, label: one.verbose_name || one.column_name }))}
              notFound={t('No such column found. To filter on a metric, try the Custom SQL tab.')}
              onChange={(name) => {
                const chosen = name === undefined ? undefined : findColumn(name);
                if (chosen) setFilter(withSubject(filter, toSubject(chosen, partition)));
              }}
            />
          )}
        </Field>
        <Field label={t('Operator')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Operator')}
              isDisabled={!subject}
              value={filter.operatorId ?? undefined}
              choices={narrowOperators(operatorsFor(subject), advanced.operators).map((id) => ({
                value: id,
                label: t(operatorTexts[id].label),
              }))}
              onChange={(id) => id && setFilter(withOperator(filter, id))}
            />
          )}
        </Field>
      </div>
      {filter.operatorId === 'TEMPORAL_RANGE' ? (
        <TimeRangeEditor
          value={typeof filter.comparator === 'string' ? filter.comparator : 'No filter'}
          onChange={(comparator, isValid) => {
            onTimeValid(isValid);
            setFilter({ ...filter, comparator });
          }}
          onPreset={onPreset}
        />
      ) : null}
      {filter.operatorId !== 'TEMPORAL_RANGE' && filter.operatorId && !isUnary ? (
        <>
          <ValueField {...{ filter, setFilter, subject, onHalfTyped }} />
          <AdvancedNote {...advanced} />
        </>
      ) : null}
    </>
  );
}

/** What the server reads in the values, or what is wrong with them. */
function AdvancedNote({ display, error }: AdvancedValues) {
  if (error)
    return (
      <div className={parts.problem} role="alert">
        {error}
      </div>
    );
  return display ? (
    <div className={classNames(textRoles.code, textRoles.small, textRoles.secondary)}>{display}</div>
  ) : null;
}

type ValueFieldProps = FieldsProps & Pick<SimpleFieldsProps, 'subject' | 'onHalfTyped'>;

function ValueField({ filter, setFilter, subject, onHalfTyped }: ValueFieldProps) {
  const t = useT();
  const language = useLanguage();
  const isList = filter.operatorId !== null && arityOf(operatorTexts[filter.operatorId].operation) === 'list';
  const isText = filter.operatorId === 'LIKE' || filter.operatorId === 'ILIKE';
  const { values, isLoading, search, error, retry } = useColumnValues(isText ? null : filter.subject);
  const choices = values.map((value) => ({
    value,
    label: value === null ? '<NULL>' : String(value) || '<empty string>',
  }));
  const list = Array.isArray(filter.comparator) ? (filter.comparator as readonly Scalar[]) : [];
  // A list belongs to the list operators, whose field is the other one.
  const single = Array.isArray(filter.comparator) ? undefined : (filter.comparator as Scalar | undefined);
  const [halfTyped, setHalfTyped] = useState('');
  const tell = useCallback(
    (text: string) => {
      setHalfTyped(text);
      onHalfTyped(text !== '');
    },
    [onHalfTyped],
  );
  const typing = { isFreeForm: true, onHalfTyped: tell };
  const help = halfTyped
    ? t('{{text}} is no value yet: Enter takes it, or choose one from the list.', { text: halfTyped })
    : undefined;
  return (
    <>
      <Field label={t('Filter value')} help={help}>
        {(ids) => {
          if (isList)
            return (
              <MultiSelect
                {...ids}
                label={t('Filter value (case sensitive)')}
                placeholder={t('{{count}} option(s)', { count: values.length })}
                {...typing}
                isLoading={isLoading}
                value={list}
                choices={choices}
                onSearch={search}
                onChange={(next) =>
                  setFilter({ ...filter, comparator: next.map((value) => toComparator(value, subject, language)) })
                }
              />
            );
          if (isText)
            return (
              <TextInput
                {...ids}
                placeholder={t('Filter value (case sensitive)')}
                value={single === undefined || single === null ? '' : String(single)}
                onChange={(comparator) => setFilter({ ...filter, comparator })}
              />
            );
          return (
            <Select
              {...ids}
              label={t('Type a value here')}
              placeholder={t('Type a value here')}
              {...typing}
              isLoading={isLoading}
              value={single}
              choices={choices}
              onSearch={search}
              onChange={(next) =>
                setFilter({
                  ...filter,
                  comparator: next === undefined ? undefined : toComparator(next, subject, language),
                })
              }
            />
          );
        }}
      </Field>
      {error ? <LoadFailure title={t('The values could not be loaded.')} error={error} onRetry={retry} /> : null}
    </>
  );
}

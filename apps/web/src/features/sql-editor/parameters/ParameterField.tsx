import { sqlEditorEndpoints } from '@powerset/contract';
import { MultiSelect, Select, type SelectChoice, TextInput } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { api, errorText } from '../../../api/index.ts';
import { plainNumber, shownNumber, useLanguage, useT } from '../../../i18n/index.ts';
import { placeOf } from '../runs/execute-body.ts';
import type { EditorTab } from '../tabs/tab.ts';
import styles from './ParameterField.module.css';
import { type Declaration, type ParameterValue, toNumber } from './template-params.ts';

export interface ParameterFieldProps {
  readonly id: string;
  readonly tab: EditorTab;
  readonly name: string;
  readonly declaration: Declaration;
  readonly value: ParameterValue | undefined;
  readonly isMissing: boolean;
  readonly onChange: (value: ParameterValue | undefined) => void;
  readonly onRun: () => void;
}

/** A parameter's value in the field that its type asks for. Enter runs the query. */
export function ParameterField(props: ParameterFieldProps) {
  const { declaration } = props;
  if (declaration.query) return <ChosenValue {...props} query={declaration.query} />;
  if (declaration.type === 'list') return <ListValue {...props} choices={[]} />;
  if (declaration.type === 'number') return <NumberValue {...props} />;
  return <TextValue {...props} />;
}

function runOnEnter(event: KeyboardEvent, run: () => void): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  run();
}

function TextValue({ id, name, declaration, value, isMissing, onChange, onRun }: ParameterFieldProps) {
  const t = useT();
  const isDate = declaration.type === 'date';
  const text = value === undefined || value === null ? '' : String(value);
  return (
    <TextInput
      id={id}
      className={isDate ? styles.date : styles.text}
      size="small"
      type={isDate ? 'date' : 'text'}
      aria-label={name}
      placeholder={isMissing ? t('Needs a value') : ''}
      value={text}
      // A date that was cleared is none; a text may be empty.
      onChange={(next) => onChange(isDate && next === '' ? undefined : next)}
      onKeyDown={(event) => runOnEnter(event, onRun)}
    />
  );
}

function NumberValue({ id, name, value, isMissing, onChange, onRun }: ParameterFieldProps) {
  const t = useT();
  const language = useLanguage();
  const read = (typed: string) => toNumber(plainNumber(typed, language));
  const given = shownNumber(value, language);
  const [draft, setDraft] = useState(given);
  // What is half typed is no number yet, and stays; a value that came from elsewhere takes its place.
  const text = shownNumber(read(draft), language) === given ? draft : given;
  const isWrong = text.trim() !== '' && read(text) === undefined;
  return (
    <TextInput
      id={id}
      className={styles.number}
      size="small"
      inputMode="decimal"
      aria-label={name}
      aria-invalid={isWrong ? true : undefined}
      title={isWrong ? t('Not a number') : undefined}
      placeholder={isMissing ? t('Needs a value') : ''}
      value={text}
      onChange={(next) => {
        setDraft(next);
        onChange(read(next));
      }}
      onKeyDown={(event) => runOnEnter(event, onRun)}
    />
  );
}

interface ListProps extends ParameterFieldProps {
  readonly choices: readonly SelectChoice<string>[];
  readonly isLoading?: boolean;
  readonly notFound?: string | undefined;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

function ListValue({ id, name, value, isMissing, onChange, notFound, ...field }: ListProps) {
  const t = useT();
  const values = [value ?? []]
    .flat()
    .filter((one) => one !== '')
    .map(String);
  return (
    <div className={styles.list}>
      <MultiSelect
        id={id}
        size="small"
        label={name}
        isFreeForm
        placeholder={isMissing ? t('Needs a value') : ''}
        choices={field.choices}
        isLoading={field.isLoading ?? false}
        notFound={notFound ?? t('Type values, or paste a list')}
        value={values}
        onChange={(next) => onChange(next.length === 0 ? undefined : next.map(String))}
        {...(field.onOpenChange ? { onOpenChange: field.onOpenChange } : {})}
      />
    </div>
  );
}

const mostValues = 1000;

/** Values of a query, which runs once somebody opens the field: it may be another's text, and only reads. */
function ChosenValue({ query, ...props }: ParameterFieldProps & { readonly query: string }) {
  const t = useT();
  const { tab, value, declaration, onChange } = props;
  const [isWanted, setIsWanted] = useState(false);
  const found = useQuery({
    queryKey: ['sql-parameter-values', tab.dbId, tab.catalog, tab.schema, query],
    queryFn: () => loadValues(tab, query),
    enabled: isWanted && tab.dbId !== null,
    staleTime: 5 * 60_000,
    retry: false,
  });
  const choices = found.data ?? [];
  const open = (isOpen: boolean) => isOpen && setIsWanted(true);
  const emptyNote = found.data?.length === 0 ? t('The query has no rows') : undefined;
  const notFound = found.error ? errorText(found.error) : emptyNote;
  if (declaration.type === 'list')
    return (
      <ListValue {...props} choices={choices} isLoading={found.isLoading} notFound={notFound} onOpenChange={open} />
    );
  return (
    <div className={styles.chosen}>
      <Select
        id={props.id}
        size="small"
        label={props.name}
        isClearable
        placeholder={props.isMissing ? t('Needs a value') : ''}
        choices={choices}
        isLoading={found.isLoading}
        notFound={notFound}
        value={value === undefined || value === null ? undefined : String(value)}
        onChange={(next) => onChange(next)}
        onOpenChange={open}
      />
    </div>
  );
}

async function loadValues(tab: EditorTab, sql: string): Promise<readonly SelectChoice<string>[]> {
  const answer = await api.callEndpoint(sqlEditorEndpoints.execute, {
    body: {
      database_id: tab.dbId ?? 0,
      ...placeOf(tab),
      sql,
      queryLimit: mostValues,
      preview_rows: mostValues,
      is_data_preview: true,
      only_reads: true,
    },
  });
  // In the background there would be no rows to answer: it was not asked for.
  if (!('data' in answer)) return [];
  const { data, columns } = answer;
  const [first, second] = columns.map(({ column_name: column }) => column);
  if (first === undefined) return [];
  const texts = data
    .filter((row) => row[first] !== null)
    .map((row) => ({
      value: String(row[first]),
      label: String(row[second ?? first] ?? row[first]),
    }));
  return [...new Map(texts.map((choice) => [choice.value, choice])).values()];
}

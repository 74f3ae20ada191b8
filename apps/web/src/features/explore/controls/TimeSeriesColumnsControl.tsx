import { FieldTimeOutlined } from '@ant-design/icons-svg';
import {
  isRecord,
  numberFormatChoices,
  readTimeSeriesColumn,
  type TimeSeriesColumn,
  timeColumnFields,
  timeColumnTypes,
  timeComparisonForms,
  timeFormatChoices,
  toList,
  toNumber,
} from '@powerset/chart-kit';
import { Checkbox, Field, type FieldIds, Pill, Select, TextInput } from '@powerset/ui';
import { useRef, useState } from 'react';
import { msg, useT } from '../../../i18n/index.ts';
import { EditorPopover } from '../editors/EditorPopover.tsx';
import parts from '../parts.module.css';
import type { ControlProps } from './control-props.ts';
import { NumberText } from './NumberText.tsx';
import { Well } from './Well.tsx';

interface Edited {
  readonly column: TimeSeriesColumn;
  readonly at: number;
}

/** The columns of a table of time series: comparisons, contributions, spark lines, averages. */
export function TimeSeriesColumnsControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const columns = toList(value).filter(isRecord);
  const addRef = useRef<HTMLButtonElement>(null);
  const [edited, setEdited] = useState<Edited | null>(null);
  const save = (column: TimeSeriesColumn) => {
    if (!edited) return;
    const isNew = edited.at >= columns.length;
    onChange(isNew ? [...columns, column] : columns.map((other, at) => (at === edited.at ? column : other)));
    setEdited(null);
  };
  return (
    <Well
      label={t(control.label)}
      addLabel={t('Add a column')}
      addRef={addRef}
      onAdd={() => setEdited({ column: readTimeSeriesColumn({}), at: columns.length })}
      onDropItem={() => undefined}
    >
      {columns.map((column, at) => (
        <Pill
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no name of their own but their place
          key={at}
          icon={FieldTimeOutlined}
          name={readTimeSeriesColumn(column).label}
          onOpen={() => setEdited({ column: readTimeSeriesColumn(column), at })}
          onRemove={() => onChange(columns.filter((other) => other !== column))}
        />
      ))}
      {edited ? (
        <ColumnEditor anchor={addRef} column={edited.column} onSave={save} onClose={() => setEdited(null)} />
      ) : null}
    </Well>
  );
}

interface ColumnEditorProps {
  readonly anchor: React.RefObject<HTMLButtonElement | null>;
  readonly column: TimeSeriesColumn;
  readonly onSave: (column: TimeSeriesColumn) => void;
  readonly onClose: () => void;
}

const labels: Readonly<Record<keyof TimeSeriesColumn, string>> = {
  label: msg('Label'),
  tooltip: msg('Tooltip'),
  colType: msg('Type'),
  width: msg('Width'),
  height: msg('Height'),
  timeLag: msg('Time lag'),
  timeRatio: msg('Time ratio'),
  comparisonType: msg('Calculation type'),
  showYAxis: msg('Show Y-axis'),
  yAxisBounds: msg('Y-axis bounds'),
  bounds: msg('Color bounds'),
  d3format: msg('Number format'),
  dateFormat: msg('Date format'),
};

const choices: Partial<Record<keyof TimeSeriesColumn, readonly (readonly [string, string])[]>> = {
  colType: timeColumnTypes.map((type) => [type, type]),
  comparisonType: timeComparisonForms.map((form) => [form, form]),
  d3format: numberFormatChoices.map(({ value, label }) => [String(value), label]),
  dateFormat: timeFormatChoices.map(({ value, label }) => [String(value), label]),
};

function ColumnEditor({ anchor, column, onSave, onClose }: ColumnEditorProps) {
  const t = useT();
  const [draft, setDraft] = useState(column);
  return (
    <EditorPopover
      anchor={anchor}
      title={t('Time series column')}
      draft={draft}
      canSave={draft.colType !== ''}
      onSave={() => onSave(draft)}
      onClose={onClose}
    >
      <div className={parts.fields}>
        {timeColumnFields(draft).map((field) => (
          <ColumnField key={field} field={field} draft={draft} change={setDraft} />
        ))}
      </div>
    </EditorPopover>
  );
}

interface ColumnFieldProps {
  readonly field: keyof TimeSeriesColumn;
  readonly draft: TimeSeriesColumn;
  readonly change: (draft: TimeSeriesColumn) => void;
}

function ColumnField({ field, draft, change }: ColumnFieldProps) {
  const t = useT();
  const label = t(labels[field]);
  const value = draft[field];
  const put = (next: unknown) => change(readTimeSeriesColumn({ ...draft, [field]: next }));
  if (typeof value === 'boolean') {
    return (
      <Checkbox isChecked={value} onChange={put}>
        {label}
      </Checkbox>
    );
  }
  if (Array.isArray(value)) return <BoundsField label={label} value={value} onChange={put} />;
  const own = choices[field];
  const input = (ids: FieldIds) => {
    if (own)
      return (
        <Select
          {...ids}
          label={label}
          isFreeForm={field === 'd3format' || field === 'dateFormat'}
          isClearable
          value={String(value) || undefined}
          choices={own.map(([choice, text]) => ({ value: choice, label: t(text) }))}
          onChange={(next) => put(next ?? '')}
        />
      );
    if (field === 'timeLag') return <NumberText {...ids} value={value} onChange={(typed) => put(toNumber(typed))} />;
    return <TextInput {...ids} value={String(value)} onChange={put} />;
  };
  return <Field label={label}>{input}</Field>;
}

interface BoundsFieldProps {
  readonly label: string;
  readonly value: readonly (number | null)[];
  readonly onChange: (value: readonly (number | null)[]) => void;
}

function BoundsField({ label, value, onChange }: BoundsFieldProps) {
  const t = useT();
  const [low = null, high = null] = value;
  const end = (name: string, bound: number | null, put: (bound: number | null) => void) => (
    <NumberText
      aria-label={`${label}: ${name}`}
      placeholder={name}
      value={bound}
      onChange={(typed) => put(toNumber(typed))}
    />
  );
  return (
    <Field label={label}>
      {() => (
        <div className={parts.pair}>
          {end(t('Min'), low, (next) => onChange([next, high]))}
          {end(t('Max'), high, (next) => onChange([low, next]))}
        </div>
      )}
    </Field>
  );
}

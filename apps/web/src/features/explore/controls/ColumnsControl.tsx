import { FontSizeOutlined } from '@ant-design/icons';
import { type ControlDefinition, columnsOf } from '@powerset/chart-kit';
import { columnLabel, type QueryColumn } from '@powerset/contract';
import { Pill, typeIcons } from '@powerset/ui';
import { useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import type { DragItem } from '../drag.ts';
import { ColumnEditor } from '../editors/ColumnEditor.tsx';
import { useExplore } from '../explore-context.tsx';
import { kindOf } from '../model/dataset.ts';
import type { ControlProps } from './control-props.ts';
import { Warning } from './MetricsControl.tsx';
import { Well } from './Well.tsx';

/** Whether a control takes a column of this kind. */
export function takesColumn(control: ControlDefinition, kind: ReturnType<typeof kindOf>): boolean {
  return !control.columnTypes || control.columnTypes.includes(kind);
}

/** One or several dimensions. */
export function ColumnsControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const { findColumn } = useExplore();
  const isMulti = control.isMulti === true || control.type === 'columns';
  const columns = columnsOf({ value }, 'value');
  const addRef = useRef<HTMLButtonElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  const put = (next: readonly QueryColumn[]) => onChange(isMulti ? next : (next.at(-1) ?? null));
  const add = (column: QueryColumn) => put(isMulti ? [...columns, column] : [column]);
  const drop = (item: DragItem) => {
    const column = item.kind === 'column' ? findColumn(item.name) : undefined;
    if (column && takesColumn(control, kindOf(column)) && !columns.includes(item.name)) add(item.name);
  };
  const hasRoom = isMulti || columns.length === 0;
  return (
    <Well
      label={t(control.label)}
      addLabel={hasRoom ? t('Drop a column') : undefined}
      addRef={addRef}
      onAdd={() => setIsAdding(true)}
      onDropItem={drop}
    >
      {columns.map((column, index) => (
        <ColumnPill
          // biome-ignore lint/suspicious/noArrayIndexKey: a column's place is part of what it means
          key={`${index}:${columnLabel(column)}`}
          control={control}
          column={column}
          others={columns.filter((other) => other !== column)}
          onChange={(next) => put(columns.map((other) => (other === column ? next : other)))}
          onRemove={() => put(columns.filter((other) => other !== column))}
        />
      ))}
      {isAdding ? (
        <ColumnEditor
          anchor={addRef}
          value={null}
          others={columns}
          columnTypes={control.columnTypes}
          onClose={() => setIsAdding(false)}
          onSave={(column) => {
            add(column);
            setIsAdding(false);
          }}
        />
      ) : null}
    </Well>
  );
}

interface ColumnPillProps {
  readonly control: ControlDefinition;
  readonly column: QueryColumn;
  readonly others: readonly QueryColumn[];
  readonly onChange: (column: QueryColumn) => void;
  readonly onRemove: () => void;
}

function ColumnPill({ control, column, others, onChange, onRemove }: ColumnPillProps) {
  const t = useT();
  const { dataset, findColumn, form, formContext } = useExplore();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const known = typeof column === 'string' ? findColumn(column) : undefined;
  const label = columnLabel(column);
  const name = dataset.verbose_map?.[label] ?? label;
  const isAxis = control.name === 'x_axis' && known !== undefined && kindOf(known) === 'temporal';
  const grain = isAxis ? formContext.timeGrains.find((one) => one.value === form.time_grain_sqla)?.label : undefined;
  const isUnknown = typeof column === 'string' && !known;
  return (
    <>
      <Pill
        ref={anchor}
        icon={known ? typeIcons[kindOf(known)] : FontSizeOutlined}
        name={name}
        value={
          isUnknown ? (
            <Warning text={t('This column might be incompatible with current dataset')} />
          ) : (
            grain && <span className="ps-t2 xp-pill-note">{grain}</span>
          )
        }
        onOpen={() => setIsOpen(true)}
        onRemove={onRemove}
        removeLabel={t('Remove {{name}}', { name })}
      />
      {isOpen ? (
        <ColumnEditor
          anchor={anchor}
          value={column}
          others={others}
          columnTypes={control.columnTypes}
          onClose={() => setIsOpen(false)}
          onSave={(next) => {
            onChange(next);
            setIsOpen(false);
          }}
        />
      ) : null}
    </>
  );
}

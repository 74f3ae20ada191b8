import { FontSizeOutlined } from '@ant-design/icons-svg';
import { type ControlDefinition, columnsOf } from '@powerset/chart-kit';
import { columnLabel, type QueryColumn } from '@powerset/contract';
import { classNames, textRoles, typeIcons } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';
import type { DragItem } from '../drag.ts';
import { ColumnEditor } from '../editors/ColumnEditor.tsx';
import { useExplore } from '../explore-context.tsx';
import { kindOf } from '../model/dataset.ts';
import parts from '../parts.module.css';
import type { ControlProps } from './control-props.ts';
import { ValuesWell } from './ValuesWell.tsx';
import { Warning } from './Warning.tsx';

/** Whether a control takes a column of this kind. */
function takesColumn(control: ControlDefinition, kind: ReturnType<typeof kindOf>): boolean {
  return !control.columnTypes || control.columnTypes.includes(kind);
}

/** One or several dimensions. */
export function ColumnsControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const { findColumn } = useExplore();
  const columns = columnsOf({ value }, 'value');
  const lookOf = useColumnLook(control);
  const valueOfItem = (item: DragItem): QueryColumn | undefined => {
    const column = item.kind === 'column' ? findColumn(item.name) : undefined;
    const isTaken = column && takesColumn(control, kindOf(column)) && !columns.includes(item.name);
    return isTaken ? item.name : undefined;
  };
  return (
    <ValuesWell
      control={control}
      isMulti={control.isMulti === true || control.type === 'columns'}
      values={columns}
      addLabel={t('Drop a column')}
      labelOf={columnLabel}
      lookOf={lookOf}
      editor={(props) => <ColumnEditor {...props} columnTypes={control.columnTypes} />}
      valueOfItem={valueOfItem}
      onChange={onChange}
    />
  );
}

function useColumnLook(control: ControlDefinition) {
  const t = useT();
  const { dataset, findColumn, form, formContext } = useExplore();
  return (column: QueryColumn) => {
    const known = typeof column === 'string' ? findColumn(column) : undefined;
    const label = columnLabel(column);
    const isAxis = control.name === 'x_axis' && known !== undefined && kindOf(known) === 'temporal';
    const grain = isAxis ? formContext.timeGrains.find((one) => one.value === form.time_grain_sqla)?.label : undefined;
    const isUnknown = typeof column === 'string' && !known;
    return {
      icon: known ? typeIcons[kindOf(known)] : FontSizeOutlined,
      name: dataset.verbose_map?.[label] ?? label,
      value: isUnknown ? (
        <Warning text={t('This column might be incompatible with current dataset')} />
      ) : (
        grain && <span className={classNames(textRoles.secondary, parts.pillNote)}>{grain}</span>
      ),
      hasValueAtEnd: !isUnknown,
    };
  };
}

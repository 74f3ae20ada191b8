import { ConsoleSqlOutlined, FilterOutlined } from '@ant-design/icons-svg';
import { Pill, textRoles, typeIcons } from '@powerset/ui';
import { useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import type { DragItem } from '../drag.ts';
import { FilterEditor, toSubject } from '../editors/FilterEditor.tsx';
import { useExplore } from '../explore-context.tsx';
import { type AdhocFilter, describeFilter, newFilter, readFilters, withSubject } from '../model/adhoc-filter.ts';
import { kindOf } from '../model/dataset.ts';
import parts from '../parts.module.css';
import type { ControlProps } from './control-props.ts';
import { Warning } from './Warning.tsx';
import { Well } from './Well.tsx';

/** The filters of the chart: conditions on columns, or SQL. */
export function FiltersControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const { findColumn, newName } = useExplore();
  const filters = readFilters(value);
  const addRef = useRef<HTMLButtonElement>(null);
  const [draft, setDraft] = useState<AdhocFilter | null>(null);
  const fresh = (): AdhocFilter => ({ ...newFilter, filterOptionName: newName() });
  const drop = (item: DragItem) => {
    const column = item.kind === 'column' ? findColumn(item.name) : undefined;
    if (column) setDraft(withSubject(fresh(), toSubject(column)));
    else if (item.kind === 'metric')
      setDraft({ ...fresh(), expressionType: 'SQL', clause: 'HAVING', sqlExpression: `${item.name} ` });
  };
  return (
    <Well
      label={t(control.label)}
      addLabel={t('Drop a column or metric')}
      addRef={addRef}
      onAdd={() => setDraft(fresh())}
      onDropItem={drop}
    >
      {filters.map((filter, index) => (
        <FilterPill
          // biome-ignore lint/suspicious/noArrayIndexKey: filters have no other lasting name
          key={`${index}:${filter.filterOptionName ?? filter.subject ?? filter.sqlExpression}`}
          filter={filter}
          onChange={(next) => onChange(filters.map((other) => (other === filter ? next : other)))}
          onRemove={() => onChange(filters.filter((other) => other !== filter))}
        />
      ))}
      {draft ? (
        <FilterEditor
          key={draft.filterOptionName}
          anchor={addRef}
          value={draft}
          onClose={() => setDraft(null)}
          onSave={(filter) => {
            onChange([...filters, filter]);
            setDraft(null);
          }}
        />
      ) : null}
    </Well>
  );
}

interface FilterPillProps {
  readonly filter: AdhocFilter;
  readonly onChange: (filter: AdhocFilter) => void;
  readonly onRemove: () => void;
}

function FilterPill({ filter, onChange, onRemove }: FilterPillProps) {
  const t = useT();
  const { dataset, findColumn } = useExplore();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const column = filter.subject ? findColumn(filter.subject) : undefined;
  const { name, symbol, value, isTime } = describeFilter(filter, t);
  const isSimple = filter.expressionType === 'SIMPLE';
  const shown = dataset.verbose_map?.[name] ?? name;
  const simpleIcon = column ? typeIcons[kindOf(column)] : FilterOutlined;
  const icon = isSimple ? simpleIcon : ConsoleSqlOutlined;
  return (
    <>
      <Pill
        ref={anchor}
        kind="filter"
        icon={icon}
        name={shown}
        value={
          isSimple && !column ? (
            <Warning text={t('This filter might be incompatible with current dataset')} />
          ) : (
            <span className={isTime ? undefined : parts.filterValue}>
              {symbol ? <span className={textRoles.muted}>{symbol} </span> : null}
              {value}
            </span>
          )
        }
        hasValueAtEnd={!isTime}
        onOpen={() => setIsOpen(true)}
        onRemove={onRemove}
        removeLabel={t('Remove {{name}}', { name: shown })}
      />
      {isOpen ? (
        <FilterEditor
          anchor={anchor}
          value={filter}
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

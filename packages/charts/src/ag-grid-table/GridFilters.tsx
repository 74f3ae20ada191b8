import { useEffect, useRef, useState } from 'react';
import shared from '../shared/table.module.css';
import styles from './Grid.module.css';
import type { GridHeadProps } from './head-props.ts';
import { pinnedClass, pinnedStyle } from './pinned-look.ts';
import { isFirstFree } from './places.ts';

const typingMs = 400;

/** A field under each name for the condition that its column's values have to meet. */
export function GridFilters({ places, state, isFilterable, translate, top }: GridHeadProps & { readonly top: number }) {
  return (
    <tr data-not-drawn>
      {places.columns.flatMap((placed) => {
        const { name, label } = placed.drawn.column;
        return [
          ...(isFirstFree(places, placed) ? [<td key="before" className={shared.head} style={{ top }} />] : []),
          <td
            key={name}
            className={`${shared.head} ${styles.filters} ${pinnedClass(places, placed)}`}
            style={{ ...pinnedStyle(placed), top }}
          >
            {isFilterable(name) ? (
              <FilterField
                value={state.columnFilters[name] ?? ''}
                label={translate('Filter {{name}}', { name: label })}
                hint={placed.drawn.column.type === 'number' ? '> 0' : translate('contains')}
                onChange={(text) => state.filter(name, text)}
              />
            ) : null}
          </td>,
        ];
      })}
      {places.after > 0 ? <td className={shared.head} style={{ top }} /> : null}
    </tr>
  );
}

interface FieldProps {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
  readonly onChange: (text: string) => void;
}

function FilterField({ value, label, hint, onChange }: FieldProps) {
  const [typed, setTyped] = useState(value);
  const send = useRef(onChange);
  send.current = onChange;
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => send.current(typed), typingMs);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <input
      type="search"
      className={styles.filter}
      value={typed}
      aria-label={label}
      placeholder={hint}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

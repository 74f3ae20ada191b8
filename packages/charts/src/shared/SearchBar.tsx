import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './table.module.css';
import { formatTableNumber } from './table-numbers.ts';
import type { TableOptions } from './table-options.ts';

type Translate = (text: string, values?: Readonly<Record<string, unknown>>) => string;

interface SearchBarProps {
  readonly options: TableOptions;
  readonly search: string;
  readonly found: number;
  readonly translate: Translate;
  /** Stands behind the fields. */
  readonly extra?: ReactNode;
  readonly onSearch: (text: string) => void;
  readonly onServerSearch: (change: { readonly searchText?: string; readonly searchColumn?: string }) => void;
}

const typingMs = 400;

/** Searches the rows at hand, or asks the server for those that hold the text in one of the columns. */
export function SearchBar(props: SearchBarProps) {
  const { options, translate } = props;
  return (
    <div className={styles.bar}>
      {options.serverPage ? <ServerSearch {...props} /> : <LocalSearch {...props} />}
      {props.extra}
      <span className={styles.count}>{translate('{{count}} rows', { count: formatTableNumber(props.found) })}</span>
    </div>
  );
}

function LocalSearch({ search, translate, onSearch }: SearchBarProps) {
  return <SearchField value={search} label={translate('Search')} onChange={onSearch} />;
}

function ServerSearch({ options, translate, onServerSearch }: SearchBarProps) {
  const { searchText = '', searchColumn = '' } = options.serverPage ?? {};
  const [typed, setTyped] = useState(searchText);
  const send = useRef(onServerSearch);
  send.current = onServerSearch;
  useEffect(() => {
    if (typed === searchText) return undefined;
    const timer = setTimeout(() => send.current({ searchText: typed }), typingMs);
    return () => clearTimeout(timer);
  }, [typed, searchText]);
  if (options.searchColumns.length === 0) return null;
  return (
    <>
      <select
        className={`${styles.search} ${styles.column}`}
        value={searchColumn || options.searchColumns[0]?.value}
        aria-label={translate('Search by')}
        onChange={(event) => onServerSearch({ searchText: typed, searchColumn: event.target.value })}
        data-test="table-search-column"
      >
        {options.searchColumns.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <SearchField value={typed} label={translate('Search')} onChange={setTyped} />
    </>
  );
}

interface SearchFieldProps {
  readonly value: string;
  readonly label: string;
  readonly onChange: (text: string) => void;
}

function SearchField({ value, label, onChange }: SearchFieldProps) {
  return (
    <input
      className={styles.search}
      type="search"
      value={value}
      placeholder={label}
      aria-label={label}
      onChange={(event) => onChange(event.target.value)}
      data-not-drawn={value === '' || undefined}
      data-test="table-search"
    />
  );
}

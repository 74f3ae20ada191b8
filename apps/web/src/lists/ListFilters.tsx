import { CloseOutlined, DownOutlined } from '@ant-design/icons-svg';
import { Button, classNames, Floating, Icon, Kbd, menuEntry, SearchInput, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { loadChoices, loadListChoices, type Resource, type ResourceEndpoints } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import styles from './ListFilters.module.css';
import type { FilterChoice, FilterDefinition, ListDefinition } from './list-definition.ts';
import type { FilterValue } from './list-state.ts';
import type { ListPageModel } from './use-list-page.ts';

const TYPING_PAUSE_MS = 250;

/** Search and filters in one row. */
export function ListFilters<T extends ResourceEndpoints>({
  definition,
  model,
}: {
  definition: ListDefinition<T>;
  model: ListPageModel<T>;
}) {
  const t = useT();
  const { state, setState } = model;
  const setFilter = (key: string, value: FilterValue | null) => {
    const { [key]: _last, ...others } = state.filters;
    setState({ ...state, page: 0, filters: value ? { ...others, [key]: value } : others });
  };
  const isFiltered = state.search !== '' || Object.keys(state.filters).length > 0;
  return (
    <search className={styles.filters}>
      {definition.search || definition.walk ? (
        <SearchField
          placeholder={definition.searchPlaceholder}
          value={state.search}
          onChange={(search) => setState({ ...state, page: 0, search })}
        />
      ) : null}
      {definition.filters.map((filter) => (
        <FilterButton
          key={filter.key}
          filter={filter}
          resource={filter.resource ?? definition.resource}
          value={state.filters[filter.key] ?? null}
          onChange={(value) => setFilter(filter.key, value)}
        />
      ))}
      {isFiltered ? (
        <Button kind="link" size="small" onClick={() => setState({ ...state, page: 0, search: '', filters: {} })}>
          {t('Clear filters')}
        </Button>
      ) : null}
    </search>
  );
}

function SearchField({
  placeholder,
  value,
  onChange,
}: {
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      latest.current(text);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchInput
      className={styles.search}
      label={placeholder}
      value={text}
      onChange={setText}
      after={<Kbd keys="/" />}
      data-page-search=""
    />
  );
}

interface FilterButtonProps {
  readonly filter: FilterDefinition;
  readonly resource: Resource;
  readonly value: FilterValue | null;
  readonly onChange: (value: FilterValue | null) => void;
}

function FilterButton({ filter, resource, value, onChange }: FilterButtonProps) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <span className={classNames(styles.filter, value !== null && styles.active)}>
      <button
        ref={anchor}
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={classNames(textRoles.small, styles.label)}>{filter.label}</span>
        <span dir="auto" className={value ? classNames(textRoles.medium, textRoles.truncated) : textRoles.truncated}>
          {value?.label ?? filter.anyLabel}
        </span>
        {value ? null : <Icon of={DownOutlined} size={10} className={textRoles.muted} />}
      </button>
      {value ? (
        <button
          type="button"
          className={styles.clear}
          aria-label={t('Clear {{name}}', { name: filter.label })}
          onClick={() => onChange(null)}
        >
          <Icon of={CloseOutlined} size={10} />
        </button>
      ) : null}
      {isOpen ? (
        <Floating anchor={anchor} onClose={() => setIsOpen(false)} label={filter.label} isAnchorWide>
          <FilterChoices
            filter={filter}
            resource={resource}
            value={value}
            onChoose={(choice) => {
              setIsOpen(false);
              onChange(choice);
            }}
          />
        </Floating>
      ) : null}
    </span>
  );
}

type Source = FilterDefinition['source'];

async function askChoices(
  resource: Resource,
  source: Source,
  options: { filter: string; signal: AbortSignal },
): Promise<readonly FilterChoice[]> {
  if (source.kind === 'fixed') return [];
  if (source.kind === 'list') return loadListChoices(resource, source, options);
  const { toText = (text: string) => text } = source;
  const choices = await loadChoices(resource, { kind: source.kind, column: source.column }, options);
  return choices.map((choice) => ({ value: choice.value, text: toText(choice.text) }));
}

function useChoices(filter: FilterDefinition, resource: Resource, text: string) {
  const { source } = filter;
  const query = useQuery({
    queryKey: [resource.name, 'choices', source.kind, filter.key, text],
    queryFn: ({ signal }) => askChoices(resource, source, { filter: text, signal }),
    enabled: source.kind !== 'fixed',
    placeholderData: (last) => last,
  });
  if (source.kind !== 'fixed') return { choices: query.data ?? [], isLoading: query.isFetching };
  return {
    choices: source.choices.filter((choice) => choice.text.toLowerCase().includes(text.toLowerCase())),
    isLoading: false,
  };
}

function FilterChoices({
  filter,
  resource,
  value,
  onChoose,
}: {
  filter: FilterDefinition;
  resource: Resource;
  value: FilterValue | null;
  onChoose: (value: FilterValue | null) => void;
}) {
  const t = useT();
  const [text, setText] = useState('');
  const { choices, isLoading } = useChoices(filter, resource, text);
  const isLong = filter.source.kind !== 'fixed' || filter.source.choices.length > 8;
  return (
    <div className={styles.choices}>
      {isLong ? (
        <SearchInput
          size="small"
          className={styles.choiceSearch}
          label={t('Search {{name}}', { name: filter.label })}
          placeholder={t('Search')}
          value={text}
          onChange={setText}
          autoFocus
        />
      ) : null}
      <ul>
        {choices.map((choice) => (
          <li key={String(choice.value)}>
            <button
              type="button"
              className={menuEntry}
              aria-pressed={value?.value === choice.value}
              onClick={() => onChoose({ value: choice.value, label: choice.text })}
            >
              <span dir="auto" className={textRoles.truncated}>
                {choice.text}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {choices.length === 0 ? (
        <p className={classNames(textRoles.small, textRoles.muted, styles.nothing)}>
          {isLoading ? t('Loading...') : t('Nothing found')}
        </p>
      ) : null}
    </div>
  );
}

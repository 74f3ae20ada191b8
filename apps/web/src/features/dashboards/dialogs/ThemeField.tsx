import { Field, Select } from '@powerset/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPage, resources, toListQuery } from '../../../api/index.ts';
import { LoadFailure } from '../../../controls/load-failure/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useSession } from '../../../shell/index.ts';

interface ThemeFieldProps {
  readonly value: number | null;
  /** The one that it has. */
  readonly known: { readonly id: number; readonly theme_name: string } | null;
  readonly error: string | null;
  readonly onChange: (id: number | null) => void;
}

/** In which theme the dashboard is shown. */
export function ThemeField({ value, known, error, onChange }: ThemeFieldProps) {
  const t = useT();
  const { can } = useSession();
  const [search, setSearch] = useState('');
  const mayRead = can('can_read', 'Theme');
  const found = useQuery({
    queryKey: [resources.themes.name, 'names', search],
    queryFn: ({ signal }) => loadThemeNames(search, signal),
    placeholderData: keepPreviousData,
    enabled: mayRead,
  });
  if (!mayRead) return null;
  const own = known && !found.data?.some((choice) => choice.value === known.id);
  return (
    <div>
      <Field label={t('Theme')} error={error} help={t('Whoever opens the dashboard sees the page in it.')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Theme')}
            value={value ?? undefined}
            placeholder={t('That of the product')}
            isClearable
            isLoading={found.isFetching}
            choices={[...(own ? [{ value: known.id, label: known.theme_name }] : []), ...(found.data ?? [])]}
            onSearch={setSearch}
            onChange={(next) => onChange(next ?? null)}
          />
        )}
      </Field>
      {found.error ? (
        <LoadFailure
          title={t('The themes could not be loaded.')}
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : null}
    </div>
  );
}

async function loadThemeNames(search: string, signal: AbortSignal) {
  const query = toListQuery({
    filters: search === '' ? [] : [{ col: 'theme_name', opr: 'ct', value: search }],
    selectColumns: ['id', 'theme_name'],
    orderColumn: 'theme_name',
    orderDirection: 'asc',
  });
  const { result } = await listPage(resources.themes, query, signal);
  return result.map((row) => ({ value: row.id, label: row.theme_name }));
}

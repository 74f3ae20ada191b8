import { cssTemplateEndpoints } from '@powerset/contract';
import { Button, Field, Select, TextArea } from '@powerset/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, listPage, resources, toListQuery } from '../../../api/index.ts';
import { LoadFailure } from '../../../controls/load-failure/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useSession } from '../../../shell/index.ts';
import styles from './DialogFields.module.css';

interface CssFieldProps {
  readonly value: string;
  readonly onChange: (css: string) => void;
  readonly rows: number;
  readonly help?: string;
  readonly error?: string | null;
}

/** The CSS of a dashboard: written here, or loaded from a template in place of what stands there. */
export function CssField({ value, onChange, rows, help, error }: CssFieldProps) {
  const t = useT();
  const { can } = useSession();
  return (
    <div className={styles.css}>
      <Field label={t('CSS')} help={help} error={error}>
        {(ids) => <TextArea {...ids} value={value} rows={rows} isMono onChange={onChange} />}
      </Field>
      {can('can_read', 'CssTemplate') ? <TemplateChoice value={value} onChange={onChange} /> : null}
    </div>
  );
}

function TemplateChoice({ value, onChange }: Pick<CssFieldProps, 'value' | 'onChange'>) {
  const t = useT();
  const [search, setSearch] = useState('');
  const [failure, setFailure] = useState<{ readonly id: number; readonly error: unknown } | null>(null);
  /** What a template took the place of, until something else is written. */
  const [replaced, setReplaced] = useState<{ readonly before: string; readonly after: string } | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [resources.cssTemplates.name, 'names', search],
    queryFn: ({ signal }) => loadTemplateNames(search, signal),
    placeholderData: keepPreviousData,
  });
  if (error)
    return (
      <LoadFailure title={t('The CSS templates could not be loaded.')} error={error} onRetry={() => void refetch()} />
    );
  if (!data || (data.length === 0 && search === '')) return null;
  const load = async (id: number | undefined) => {
    if (id === undefined) return;
    try {
      const { result } = await api.callEndpoint(cssTemplateEndpoints.get, { params: { id } });
      const css = result.css ?? '';
      setFailure(null);
      setReplaced({ before: value, after: css });
      onChange(css);
    } catch (problem) {
      setFailure({ id, error: problem });
    }
  };
  return (
    <>
      <Select
        label={t('Load a CSS template')}
        placeholder={t('Load a CSS template')}
        size="small"
        value={undefined}
        isLoading={isFetching}
        choices={data}
        onSearch={setSearch}
        onChange={(id) => void load(id)}
      />
      {failure === null ? null : (
        <LoadFailure
          title={t('The CSS template could not be loaded.')}
          error={failure.error}
          onRetry={() => void load(failure.id)}
        />
      )}
      {replaced && replaced.before !== '' && replaced.after === value ? (
        <Button kind="text" size="small" onClick={() => onChange(replaced.before)}>
          {t('Bring back the CSS from before')}
        </Button>
      ) : null}
    </>
  );
}

/** Names alone: what a template says is asked when it is chosen. */
async function loadTemplateNames(
  search: string,
  signal: AbortSignal,
): Promise<readonly { readonly value: number; readonly label: string }[]> {
  const query = toListQuery({
    filters: search === '' ? [] : [{ col: 'template_name', opr: 'ct', value: search }],
    selectColumns: ['id', 'template_name'],
    orderColumn: 'template_name',
    orderDirection: 'asc',
  });
  const { result } = await listPage(resources.cssTemplates, query, signal);
  return result.map((row) => ({ value: row.id, label: row.template_name }));
}

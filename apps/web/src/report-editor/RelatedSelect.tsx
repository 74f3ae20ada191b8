import { Field, Select } from '@powerset/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadChoices, resources } from '../api/index.ts';
import { useT } from '../i18n/index.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

interface RelatedSelectProps {
  readonly kind: 'chart' | 'dashboard' | 'database' | 'dataset';
  readonly label: string;
  readonly value: Named | null;
  readonly onChange: (value: Named | null) => void;
  readonly error: string | undefined;
}

/** One chart, dashboard, dataset or database out of those that the user sees, found by name. */
export function RelatedSelect({ kind, label, value, onChange, error }: RelatedSelectProps) {
  const t = useT();
  const [filter, setFilter] = useState('');
  const { data, isFetching, isError } = useQuery({
    queryKey: [resources.reports.name, 'related', kind, filter],
    queryFn: ({ signal }) => loadChoices(resources.reports, { kind: 'related', column: kind }, { filter, signal }),
    placeholderData: keepPreviousData,
  });
  const found = (data ?? []).map((one) => ({ value: Number(one.value), label: one.text }));
  const isListed = value === null || found.some((one) => one.value === value.id);
  const choices = isListed ? found : [{ value: value.id, label: value.name }, ...found];
  return (
    <Field label={label} error={error}>
      {(ids) => (
        <Select
          {...ids}
          label={label}
          value={value?.id}
          choices={choices}
          isLoading={isFetching}
          isClearable={false}
          notFound={isError ? t('The choices could not be loaded.') : undefined}
          onSearch={setFilter}
          onChange={(id) => {
            const choice = choices.find((one) => one.value === id);
            onChange(choice ? { id: choice.value, name: choice.label } : null);
          }}
        />
      )}
    </Field>
  );
}

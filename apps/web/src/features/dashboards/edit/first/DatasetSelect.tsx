import { Select } from '@powerset/ui';
import { useState } from 'react';
import { resources, useList } from '../../../../api/index.ts';
import { LoadFailure } from '../../../../controls/load-failure/index.ts';
import { useT } from '../../../../i18n/index.ts';

export interface DatasetSelectProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly onChange: (id: number | undefined) => void;
  /** Of the field that it stands in. */
  readonly ids?: { readonly id: string };
}

/** The datasets by a part of their name, those that were changed last first. */
export function DatasetSelect({ label, value, onChange, ids }: DatasetSelectProps) {
  const t = useT();
  const [text, setText] = useState('');
  const request = {
    filters: text ? [{ col: 'table_name', opr: 'ct' as const, value: text }] : [],
    orderColumn: 'changed_on_delta_humanized',
    orderDirection: 'desc' as const,
    pageSize: 100,
  };
  const list = useList(resources.datasets, request, { showsFailure: true });
  if (list.error && !list.loading && list.collection.length === 0)
    return <LoadFailure title={t('The datasets could not be read.')} error={list.error} onRetry={list.refresh} />;
  return (
    <Select
      {...ids}
      label={label}
      placeholder={t('Choose a dataset')}
      value={value}
      isLoading={list.loading}
      choices={list.collection.map((row) => ({ value: row.id, label: row.table_name }))}
      onSearch={setText}
      onChange={onChange}
    />
  );
}

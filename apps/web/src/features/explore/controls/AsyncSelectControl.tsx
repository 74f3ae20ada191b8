import { type ChoiceEndpoint, type ControlChoice, limitChoices, toList, withChosen } from '@powerset/chart-kit';
import { MultiSelect, Select, type SelectValue, toasts } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import type { ControlProps } from './control-props.ts';
import { readChoices } from './read-choices.ts';

/** The choices that an endpoint answers; a failure is said in a toast. */
function useEndpointChoices(endpoint: ChoiceEndpoint | undefined) {
  const t = useT();
  const query = useQuery({
    queryKey: ['control-choices', endpoint?.endpoint.path, endpoint?.query],
    enabled: endpoint !== undefined,
    retry: false,
    queryFn: async ({ signal }): Promise<readonly ControlChoice[]> =>
      endpoint ? readChoices(api, endpoint, signal) : [],
  });
  const { error } = query;
  useEffect(() => {
    if (error)
      toasts.danger(t('Error while fetching data: {{message}}', { message: errorText(error) }), { isUnique: true });
  }, [error, t]);
  return query;
}

/** A select whose choices come from a call. */
export function AsyncSelectControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const { data = [], isFetching, isError, refetch } = useEndpointChoices(control.endpoint);
  const [typed, setTyped] = useState('');
  const shared = {
    label: t(control.label),
    placeholder: t(control.placeholder ?? 'Select ...'),
    isClearable: control.isClearable,
    isLoading: isFetching,
    onSearch: setTyped,
    // What failed is asked for again with the next look at the list.
    onOpenChange: (isOpen: boolean) => {
      if (isOpen && isError) void refetch();
    },
    choices: limitChoices(data, typed),
  };
  // Values of a select are plain.
  if (control.isMulti)
    return <MultiSelect {...shared} value={toList(value) as readonly SelectValue[]} onChange={onChange} />;
  const chosen = value === null || value === undefined ? undefined : (value as SelectValue);
  const choices = withChosen(shared.choices, chosen, control.endpoint);
  return <Select {...shared} choices={choices} value={chosen} onChange={(next) => onChange(next ?? null)} />;
}

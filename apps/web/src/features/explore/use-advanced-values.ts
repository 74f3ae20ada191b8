import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { useSession } from '../../shell/index.ts';
import { convertAdvanced } from './advanced-values.ts';
import type { Comparator } from './model/adhoc-filter.ts';

const settleMs = 600;

export interface AdvancedValues {
  /** What the values are read as. */
  readonly display: string | null;
  readonly error: string | null;
  /** The operations that make sense with them. */
  readonly operators: readonly string[] | undefined;
  readonly isInvalid: boolean;
}

const nothing: AdvancedValues = { display: null, error: null, operators: undefined, isInvalid: false };

/** What the server makes of values of an advanced type, asked once typing has come to rest. */
export function useAdvancedValues(type: string | null, comparator: Comparator): AdvancedValues {
  const t = useT();
  const { isFeatureEnabled } = useSession();
  const isOn = type !== null && isFeatureEnabled('ENABLE_ADVANCED_DATA_TYPES');
  const typed = Array.isArray(comparator) ? comparator : [comparator];
  const values = typed.filter((value) => value !== undefined && value !== null && value !== '');
  const text = JSON.stringify(values);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  const query = useQuery({
    queryKey: ['advanced-values', type, settled],
    enabled: isOn && settled !== '[]',
    retry: false,
    // Its own JSON, written above.
    queryFn: ({ signal }) => convertAdvanced(type ?? '', JSON.parse(settled) as readonly unknown[], signal),
  });
  if (!isOn || values.length === 0) return nothing;
  const isWaiting = settled !== text || query.isPending;
  if (isWaiting) return { ...nothing, isInvalid: true };
  if (query.error) return { ...nothing, error: t('Failed to retrieve advanced type'), isInvalid: true };
  const { display_value: display, error_message: error, valid_filter_operators: operators } = query.data;
  return { display: error ? null : display, error: error || null, operators, isInvalid: Boolean(error) };
}

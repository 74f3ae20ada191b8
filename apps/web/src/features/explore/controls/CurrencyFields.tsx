import { automaticCurrency } from '@powerset/chart-kit';
import { Select } from '@powerset/ui';
import { useState } from 'react';
import { currencyChoices } from '../../../controls/currency-choices/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useExplore } from '../explore-context.tsx';
import parts from '../parts.module.css';

export interface CurrencyFieldsProps {
  readonly label: string;
  readonly value: Readonly<Record<string, unknown>> | null;
  readonly onChange: (value: { readonly symbol: string; readonly symbolPosition: string } | null) => void;
}

/** A currency, and whether it stands before the number or after it. */
export function CurrencyFields({ label, value, onChange }: CurrencyFieldsProps) {
  const t = useT();
  const { dataset } = useExplore();
  const symbol = typeof value?.symbol === 'string' ? value.symbol : undefined;
  const [position, setPosition] = useState(value?.symbolPosition === 'suffix' ? 'suffix' : 'prefix');
  return (
    <div className={parts.pair}>
      <Select
        label={`${label}: ${t('Prefix or suffix')}`}
        value={position}
        choices={[
          { value: 'prefix', label: t('Prefix') },
          { value: 'suffix', label: t('Suffix') },
        ]}
        onChange={(next = 'prefix') => {
          setPosition(next);
          if (symbol) onChange({ symbol, symbolPosition: next });
        }}
      />
      <Select
        label={`${label}: ${t('Currency')}`}
        placeholder={t('Currency')}
        isFreeForm
        isClearable
        value={symbol}
        choices={currencyChoices(Boolean(dataset.currency_code_column) || symbol === automaticCurrency)}
        onChange={(next) => onChange(next ? { symbol: next, symbolPosition: position } : null)}
      />
    </div>
  );
}

import { Select } from '@powerset/ui';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import parts from '../parts.module.css';

const currencies = ['USD', 'EUR', 'GBP', 'INR', 'MXN', 'JPY', 'CNY'];

export interface CurrencyFieldsProps {
  readonly label: string;
  readonly value: Readonly<Record<string, unknown>> | null;
  readonly onChange: (value: { readonly symbol: string; readonly symbolPosition: string } | null) => void;
}

/** A currency, and whether it stands before the number or after it. */
export function CurrencyFields({ label, value, onChange }: CurrencyFieldsProps) {
  const t = useT();
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
        choices={currencies.map((code) => ({ value: code, label: code }))}
        onChange={(next) => onChange(next ? { symbol: next, symbolPosition: position } : null)}
      />
    </div>
  );
}

import { automaticCurrency } from '@powerset/chart-kit';
import { t } from '../../i18n/index.ts';

const codes = ['USD', 'EUR', 'GBP', 'INR', 'MXN', 'JPY', 'CNY'];

/** What is offered as a currency; that of the rows where the dataset has a column that names it, or where it was chosen before. */
export function currencyChoices(isOfRows: boolean): readonly { readonly value: string; readonly label: string }[] {
  const fixed = codes.map((code) => ({ value: code, label: code }));
  return isOfRows ? [{ value: automaticCurrency, label: t('Of the rows') }, ...fixed] : fixed;
}

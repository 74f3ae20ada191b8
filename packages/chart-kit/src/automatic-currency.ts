import { isRecord } from './form-values.ts';
import { automaticCurrency } from './number-formats.ts';

type Form = Readonly<Record<string, unknown>>;

/** Whether a form writes numbers in the currency that its rows name: as a whole, or a column of its own. In: a chart's form. */
export function asksForCurrency(form: Form): boolean {
  return (
    Object.values(form).some((value) => isAutomatic(value)) || configsOf(form).some(([, config]) => isAsking(config))
  );
}

/**
 * A form with the currency of its rows in place of `AUTO`. In: a chart's form, and the code that all its rows name, null where they
 * name none or several. Out: the same object where nothing is to be put in.
 */
export function withRowsCurrency<Any extends Form>(form: Any, code: string | null): Any {
  if (code === null || !asksForCurrency(form)) return form;
  const fields = Object.entries(form).map(([name, value]) => [
    name,
    isAutomatic(value) ? { ...value, symbol: code } : value,
  ]);
  const configs = configsOf(form).map(([name, config]) => [
    name,
    isAsking(config) ? { ...config, currencyFormat: { ...config.currencyFormat, symbol: code } } : config,
  ]);
  const own = configs.length > 0 ? { column_config: Object.fromEntries(configs) } : {};
  // The same fields as before, with other values in two kinds of them.
  return { ...Object.fromEntries(fields), ...own } as Any;
}

/** Currencies of a dataset's metrics with that of the rows in place of `AUTO`. In: both as `withRowsCurrency` takes them. */
export function currenciesWithRows<Currency extends { readonly symbol: string }>(
  currencies: Readonly<Record<string, Currency>>,
  code: string | null,
): Readonly<Record<string, Currency>> {
  if (code === null || !Object.values(currencies).some(isAutomatic)) return currencies;
  const entries = Object.entries(currencies).map(([metric, currency]) => [
    metric,
    isAutomatic(currency) ? { ...currency, symbol: code } : currency,
  ]);
  return Object.fromEntries(entries);
}

/**
 * The code that the rows of all of a chart's answers name; null where one of them names several, or none does. In: what the
 * server said of each answer.
 */
export function rowsCurrencyOf(
  answers: readonly { readonly detected_currency?: string | null | undefined }[] | undefined,
): string | null {
  const codes = new Set((answers ?? []).flatMap(({ detected_currency: code }) => (code === undefined ? [] : [code])));
  const [code, ...others] = codes;
  return code !== undefined && others.length === 0 ? code : null;
}

/** Whether a value stands for the currency that rows name. */
export function isAutomatic(value: unknown): value is { readonly symbol: typeof automaticCurrency } {
  return isRecord(value) && value.symbol === automaticCurrency;
}

type Config = Readonly<Record<string, unknown>>;

const configsOf = ({ column_config: configs }: Form): readonly (readonly [string, Config])[] =>
  isRecord(configs) ? Object.entries(configs).filter((entry): entry is [string, Config] => isRecord(entry[1])) : [];

const isAsking = (config: Config): config is Config & { readonly currencyFormat: { readonly symbol: string } } =>
  isAutomatic(config.currencyFormat);

import {
  type ChartForm,
  calculatedName,
  defaultTranslate,
  formatOfShown,
  tableCalculationsOf,
} from '@powerset/chart-kit';

interface Given {
  readonly form: ChartForm;
  readonly verboseNames: Readonly<Record<string, string>>;
  readonly translate?: typeof defaultTranslate;
}

interface ResultColumnWords {
  readonly name: string;
  /** Its values are shares, whatever the metric's own figures are. */
  readonly isShare: boolean;
  /** What its numbers are rounded as: the words of an earlier period say nothing of them. */
  readonly measured: string;
}

/** What a column of the results is called, as the chart calls it: `Revenue (share of category)`, `Revenue, 1 year ago`. */
export function wordsOfColumn(
  name: string,
  { form, verboseNames, translate = defaultTranslate }: Given,
): ResultColumnWords {
  const own = verboseNames[name];
  if (own !== undefined) return { name: own, isShare: false, measured: name };
  const calculation = tableCalculationsOf(form).find((one) => isOf(name, calculatedName(one)));
  if (calculation) {
    const { metric } = calculation;
    const label = calculatedName({ ...calculation, metric: verboseNames[metric] ?? metric }, translate);
    const isShare = formatOfShown(calculation)?.endsWith('%') ?? false;
    return { name: label + restOf(name, calculatedName(calculation), translate), isShare, measured: metric };
  }
  const offset = [form.time_compare].flat().find((one) => typeof one === 'string' && name.endsWith(`__${one}`));
  const compared = offset === undefined ? undefined : name.slice(0, -`__${offset}`.length);
  const metric = compared ?? Object.keys(verboseNames).find((label) => name.startsWith(`${label}__`));
  if (metric === undefined) return { name, isShare: false, measured: name };
  return {
    name: (verboseNames[metric] ?? metric) + restOf(name, metric, translate),
    isShare: false,
    measured: metric,
  };
}

const isOf = (name: string, label: string) => name === label || name.startsWith(`${label}__`);

/** The earlier period that a column is of. */
function restOf(name: string, label: string, translate: typeof defaultTranslate): string {
  const period = name.slice(label.length + 2);
  return period === '' ? '' : `, ${translate(period)}`;
}

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
}

/** What a column of the results is called, as the chart calls it: `Revenue (share of category)`, `Revenue, 1 year ago`. */
export function wordsOfColumn(
  name: string,
  { form, verboseNames, translate = defaultTranslate }: Given,
): ResultColumnWords {
  const own = verboseNames[name];
  if (own !== undefined) return { name: own, isShare: false };
  const calculation = tableCalculationsOf(form).find((one) => isOf(name, calculatedName(one)));
  if (calculation) {
    const { metric } = calculation;
    const label = calculatedName({ ...calculation, metric: verboseNames[metric] ?? metric }, translate);
    const isShare = formatOfShown(calculation)?.endsWith('%') ?? false;
    return { name: label + restOf(name, calculatedName(calculation), translate), isShare };
  }
  const metric = Object.keys(verboseNames).find((label) => name.startsWith(`${label}__`));
  return { name: metric === undefined ? name : verboseNames[metric] + restOf(name, metric, translate), isShare: false };
}

const isOf = (name: string, label: string) => name === label || name.startsWith(`${label}__`);

/** The earlier period that a column is of. */
function restOf(name: string, label: string, translate: typeof defaultTranslate): string {
  const period = name.slice(label.length + 2);
  return period === '' ? '' : `, ${translate(period)}`;
}

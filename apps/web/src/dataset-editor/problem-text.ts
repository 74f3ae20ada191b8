import { useT } from '../i18n/index.ts';
import type { DraftProblem, ProblemCode } from './problems.ts';

/** Says a problem in the reader's language. */
export function useProblemText(): (problem: DraftProblem) => string {
  const t = useT();
  return ({ code, name = '' }) => {
    const texts: Readonly<Record<ProblemCode, () => string>> = {
      unnamed: () => t('Every column and metric needs a name.'),
      doubledColumn: () => t('Column name [{{name}}] is duplicated', { name }),
      doubledMetric: () => t('Metric name [{{name}}] is duplicated', { name }),
      bareMetric: () => t('Metric [{{name}}] needs an expression', { name }),
      bareColumn: () => t('Calculated column [{{name}}] requires an expression', { name }),
      noName: () => t('The dataset needs a name.'),
      noSql: () => t('A virtual dataset needs a query.'),
      namelessFolder: () => t('Every folder needs a name of its own, other than Metrics and Columns.'),
      notWhole: () => t('{{name}} must be a whole number.', { name: t(name) }),
      notJson: () => t('{{name}} must be JSON.', { name: t(name) }),
    };
    return texts[code]();
  };
}

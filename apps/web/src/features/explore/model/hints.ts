import type { ChartForm, FormProblem } from '@powerset/chart-kit';

interface Given {
  readonly form: ChartForm;
  readonly problems: readonly FormProblem[];
  readonly isTried: boolean;
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** What is wrong, and not merely still to be filled in before anybody asked for the chart. */
export function faultsOf({ form, problems, isTried }: Given): readonly FormProblem[] {
  return isTried ? problems : problems.filter(({ control }) => !isBlank(form[control]));
}

/** Rules over several controls that wait to be filled in: said once, at the first of them. */
export function hintsOf(given: Given, control: string): readonly FormProblem[] {
  const waiting = given.problems.filter((problem) => !faultsOf(given).includes(problem));
  const isShared = (message: string) => waiting.filter((other) => other.message === message).length > 1;
  return waiting.filter(
    ({ control: own, message }) =>
      own === control &&
      /^\p{Lu}/u.test(message) &&
      isShared(message) &&
      waiting.find((other) => other.message === message)?.control === own,
  );
}

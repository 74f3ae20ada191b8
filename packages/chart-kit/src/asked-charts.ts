import type { QueryObject } from '@powerset/contract';
import type { ChartDefinition, ChartForm, ControlDefinition, ControlLook, FormLook } from './definitions.ts';

/** The queries of a form, of whatever chart type: those of a plugin are asked for. */
export async function queriesOf(definition: ChartDefinition, form: ChartForm): Promise<readonly QueryObject[]> {
  return definition.asked ? definition.asked.queriesOf(form) : definition.toQueries(form);
}

/** An asked chart type with what its rules said of a form in the place of the rules. */
export function withLook(definition: ChartDefinition, look: FormLook): ChartDefinition {
  const looks = new Map(look.controls.map((one) => [one.at, one]));
  let at = -1;
  const sections = definition.sections.map((section, place) => ({
    ...section,
    isVisible: () => !look.hiddenSections.includes(place),
    rows: section.rows.map((row) =>
      row.map((control) => {
        at += 1;
        return withControlLook(control, looks.get(at));
      }),
    ),
  }));
  return { ...definition, sections, validate: () => look.problems.filter((problem) => isOfNone(sections, problem)) };
}

/** What its controls say is wrong is said by them. */
function isOfNone(sections: ChartDefinition['sections'], problem: FormLook['problems'][number]): boolean {
  const controls = sections.flatMap(({ rows }) => rows.flat());
  return !controls.some(({ name, validators }) => name === problem.control && validators !== undefined);
}

function withControlLook(control: ControlDefinition, look: ControlLook | undefined): ControlDefinition {
  if (!look) return control;
  const { isHidden, choices, emptyMessage, message } = look;
  const isJudged = emptyMessage !== null || message !== null;
  return {
    ...control,
    isVisible: () => !isHidden,
    ...(choices ? { choices } : {}),
    ...(isJudged ? { validators: [(value) => messageFor(value, look)] } : {}),
  };
}

/** Until the rules are asked again, a value that was emptied or filled meanwhile is judged by that alone. */
function messageFor(value: unknown, { emptyMessage, message }: ControlLook): string | false {
  if (isEmpty(value)) return emptyMessage ?? false;
  return message === null || message === emptyMessage ? false : message;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

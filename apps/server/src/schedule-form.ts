import type { ScheduleForm } from '@powerset/contract';
import * as schemas from '@powerset/contract/schemas';
import Value from 'typebox/value';

/** The form of the setting, as the reference nests it; undefined for what is none, or holds what is not drawn here. */
export function parseScheduleForm(text: string): ScheduleForm | undefined {
  try {
    const { JSONSCHEMA: form, ...others }: Record<string, unknown> = JSON.parse(text);
    if (Object.keys(others).length > 0 || !Value.Check(schemas.ScheduleForm, form)) return undefined;
    return (form.required ?? []).every((name) => Object.hasOwn(form.properties, name)) ? form : undefined;
  } catch {
    return undefined;
  }
}

import { Field, MultiSelect, toasts } from '@powerset/ui';
import { useEffect, useState } from 'react';
import { type Choice, errorText, loadChoices, type Resource } from '../../api/index.ts';
import { offeredChoices, startChoices, withFound } from './relation-choices.ts';

export interface RelationFieldProps {
  readonly resource: Resource;
  readonly kind: 'owners' | 'roles';
  readonly label: string;
  readonly value: readonly number[];
  readonly onChange: (value: readonly number[]) => void;
  readonly error?: string;
  readonly help?: string;
  /** Names that are known already, so that nothing shows as a number. */
  readonly known?: readonly Choice[];
}

/** Choices come from the resource's own list of related people or roles, narrowed by what is typed. */
export function RelationField({ resource, kind, label, value, onChange, error, help, known = [] }: RelationFieldProps) {
  const [choices, setChoices] = useState(() => startChoices(known));
  const [text, setText] = useState('');
  useEffect(() => {
    const controller = new AbortController();
    loadChoices(resource, { kind: 'related', column: kind }, { filter: text, signal: controller.signal })
      .then((found) => setChoices((last) => withFound(last, text, found)))
      .catch((error: unknown) => {
        if (!controller.signal.aborted) toasts.danger(errorText(error));
      });
    return () => controller.abort();
  }, [resource, kind, text]);
  return (
    <Field label={label} error={error} help={help}>
      {(ids) => (
        <MultiSelect
          {...ids}
          label={label}
          value={value}
          choices={offeredChoices(choices, value).map((choice) => ({
            value: Number(choice.value),
            label: choice.text,
          }))}
          onSearch={setText}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

import { Field, MultiSelect } from '@powerset/ui';
import { useEffect, useState } from 'react';
import { type Choice, loadChoices, type Resource } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { LoadFailure } from '../load-failure/index.ts';
import { offeredChoices, startChoices, withFound } from './relation-choices.ts';

export interface RelationFieldProps {
  readonly resource: Resource;
  readonly kind: 'owners' | 'roles' | 'tables' | 'users' | 'groups' | 'created_by';
  readonly label: string;
  readonly value: readonly number[];
  readonly onChange: (value: readonly number[]) => void;
  readonly error?: string;
  readonly help?: string;
  /** Names that are known already, so that nothing shows as a number. */
  readonly known?: readonly Choice[];
}

/** Choices come from the resource's own list of related people, roles or datasets, narrowed by what is typed. */
export function RelationField(props: RelationFieldProps) {
  const { label, value, onChange, error, help } = props;
  const t = useT();
  const { choices, isLoading, failure, search, retry } = useRelated(props);
  // What was found for other words is no answer to these.
  const offered = offeredChoices(choices, value)
    .map((choice) => ({ value: Number(choice.value), label: choice.text }))
    .filter((choice) => failure === null || value.includes(choice.value));
  return (
    <div>
      <Field label={label} error={error} help={help}>
        {(ids) => (
          <MultiSelect
            {...ids}
            label={label}
            value={value}
            isLoading={isLoading}
            notFound={failure === null ? undefined : t('The choices could not be loaded.')}
            choices={offered}
            onSearch={search}
            onChange={onChange}
          />
        )}
      </Field>
      {failure === null ? null : (
        <LoadFailure title={t('The choices could not be loaded.')} error={failure} onRetry={retry} />
      )}
    </div>
  );
}

function useRelated({ resource, kind, known = [] }: RelationFieldProps) {
  const [choices, setChoices] = useState(() => startChoices(known));
  /** Asked again it is another question, be its text the same. */
  const [question, setQuestion] = useState({ text: '' });
  const [isLoading, setIsLoading] = useState(true);
  const [failure, setFailure] = useState<unknown>(null);
  const { text } = question;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setIsLoading(true);
    loadChoices(resource, { kind: 'related', column: kind }, { filter: question.text, signal })
      .then((found) => {
        setChoices((last) => withFound(last, question.text, found));
        setFailure(null);
      })
      .catch((error: unknown) => {
        if (!signal.aborted) setFailure(error);
      })
      .finally(() => {
        if (!signal.aborted) setIsLoading(false);
      });
    return () => controller.abort();
  }, [resource, kind, question]);
  return {
    choices,
    isLoading,
    failure,
    search: (next: string) => next !== text && setQuestion({ text: next }),
    retry: () => setQuestion({ text }),
  };
}

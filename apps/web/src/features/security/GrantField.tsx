import { permissionEndpoints } from '@powerset/contract';
import { Field, MultiSelect } from '@powerset/ui';
import { useEffect, useState } from 'react';
import { api } from '../../api/index.ts';
import { LoadFailure } from '../../controls/load-failure/index.ts';
import { useT } from '../../i18n/index.ts';
import { type Grant, type GrantKind, toGrant } from './grants.ts';

interface GrantFieldProps {
  readonly kind: GrantKind;
  readonly label: string;
  readonly help?: string;
  /** Not shown where there is nothing to choose. */
  readonly isLeftOutEmpty?: boolean;
  /** All that is chosen, of whatever kind. */
  readonly grants: readonly Grant[];
  readonly onChange: (grants: readonly Grant[]) => void;
}

/** What was found last, and the text that it is the answer to. */
interface GrantAnswer {
  readonly text: string;
  readonly found: readonly Grant[];
}

async function findGrants(kind: GrantKind, text: string, signal: AbortSignal): Promise<readonly Grant[]> {
  const filters = [
    { col: 'permission.name', opr: 'eq', value: kind },
    ...(text === '' ? [] : [{ col: 'view_menu.name', opr: 'ct', value: text }]),
  ];
  const q = { filters, order_column: 'view_menu.name', order_direction: 'asc', page: 0, page_size: 50 };
  const answer = await api.callEndpoint(permissionEndpoints.pairs, { query: { q }, signal });
  return answer.result.flatMap((pair) => toGrant(pair) ?? []);
}

/** Chooses databases, catalogs, schemas or datasets, found by what is typed. */
export function GrantField({ kind, label, help, isLeftOutEmpty, grants, onChange }: GrantFieldProps) {
  const chosen = grants.filter((grant) => grant.kind === kind);
  const [answer, setAnswer] = useState<GrantAnswer>({ text: '', found: [] });
  const t = useT();
  /** Asked again it is another question, be its text the same. */
  const [question, setQuestion] = useState({ text: '' });
  const [failure, setFailure] = useState<unknown>(null);
  const { text } = question;
  useEffect(() => {
    const controller = new AbortController();
    findGrants(kind, question.text, controller.signal)
      .then((found) => {
        setAnswer({ text: question.text, found });
        setFailure(null);
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setFailure(error);
      });
    return () => controller.abort();
  }, [kind, question]);
  const known = [...new Map([...answer.found, ...chosen].map((grant) => [grant.id, grant])).values()];
  // While something is searched, what is chosen already is no answer to it.
  const offered = answer.text === '' ? known : answer.found;
  if (isLeftOutEmpty && text === '' && known.length === 0 && failure === null) return null;
  return (
    <div>
      <Field label={label} help={help}>
        {(ids) => (
          <MultiSelect
            {...ids}
            label={label}
            value={chosen.map(({ id }) => id)}
            choices={offered.map((grant) => ({ value: grant.id, label: grant.text }))}
            onSearch={(next) => next !== text && setQuestion({ text: next })}
            onChange={(values) =>
              onChange([
                ...grants.filter((grant) => grant.kind !== kind),
                ...known.filter((grant) => values.includes(grant.id)),
              ])
            }
          />
        )}
      </Field>
      {failure === null ? null : (
        <LoadFailure
          title={t('The choices could not be loaded.')}
          error={failure}
          onRetry={() => setQuestion({ text })}
        />
      )}
    </div>
  );
}

import { permissionEndpoints } from '@powerset/contract';
import { Field, MultiSelect, toasts } from '@powerset/ui';
import { useEffect, useState } from 'react';
import { api, errorText } from '../../api/index.ts';
import { type Grant, type GrantKind, toGrant } from './grants.ts';

interface GrantFieldProps {
  readonly kind: GrantKind;
  readonly label: string;
  readonly help?: string;
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

/** Chooses databases, schemas or datasets, found by what is typed. */
export function GrantField({ kind, label, help, grants, onChange }: GrantFieldProps) {
  const chosen = grants.filter((grant) => grant.kind === kind);
  const [answer, setAnswer] = useState<GrantAnswer>({ text: '', found: [] });
  const [text, setText] = useState('');
  useEffect(() => {
    const controller = new AbortController();
    findGrants(kind, text, controller.signal)
      .then((found) => setAnswer({ text, found }))
      .catch((error: unknown) => {
        if (!controller.signal.aborted) toasts.danger(errorText(error));
      });
    return () => controller.abort();
  }, [kind, text]);
  const known = [...new Map([...answer.found, ...chosen].map((grant) => [grant.id, grant])).values()];
  // While something is searched, what is chosen already is no answer to it.
  const offered = answer.text === '' ? known : answer.found;
  return (
    <Field label={label} help={help}>
      {(ids) => (
        <MultiSelect
          {...ids}
          label={label}
          value={chosen.map(({ id }) => id)}
          choices={offered.map((grant) => ({ value: grant.id, label: grant.text }))}
          onSearch={setText}
          onChange={(values) =>
            onChange([
              ...grants.filter((grant) => grant.kind !== kind),
              ...known.filter((grant) => values.includes(grant.id)),
            ])
          }
        />
      )}
    </Field>
  );
}

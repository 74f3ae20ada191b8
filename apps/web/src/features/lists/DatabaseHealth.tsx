import { databaseHealthEndpoints, type WireDatabaseHealth } from '@powerset/contract';
import { Badge, Tooltip, textRoles } from '@powerset/ui';
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, cutOff, errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';

const healthKey = ['database', 'health'];
/** How often a page that stays open and in sight looks again. The server asks what is in use once for all who look, within 5 s. */
const lookEveryMs = 10_000;

/** What is known of all connections, asked once for a page of them. */
function useHealth() {
  return useQuery({
    queryKey: healthKey,
    queryFn: async ({ signal }) => (await api.callEndpoint(databaseHealthEndpoints.list, { signal })).result,
    refetchInterval: lookEveryMs,
    retry: false,
  });
}

/** Connects to one database now; its mark says what came of it. */
export function useHealthCheck(): (id: number) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: healthKey,
    mutationFn: (id: number) => checkOne(id),
    onSuccess: (health) => {
      const askAgain = cutOff(client, healthKey);
      client.setQueryData<readonly WireDatabaseHealth[]>(healthKey, (known = []) => [
        ...known.filter(({ id }) => id !== health.id),
        health,
      ]);
      askAgain?.();
    },
  });
  return mutate;
}

/** A check that could not be made is shown where its outcome would be. */
async function checkOne(id: number): Promise<WireDatabaseHealth> {
  try {
    return (await api.callEndpoint(databaseHealthEndpoints.check, { params: { id } })).result;
  } catch (error) {
    return { id, state: 'fails', problem: errorText(error) };
  }
}

/** Whether a connection answers, and why it does not. */
export function HealthMark({ id }: { readonly id: number }) {
  const t = useT();
  const { data } = useHealth();
  const checked = useMutationState({
    filters: { mutationKey: healthKey, status: 'pending' },
    select: ({ state }) => state.variables,
  });
  if (checked.includes(id)) return <span className={textRoles.secondary}>{t('Checking...')}</span>;
  const health = data?.find((one) => one.id === id);
  if (!health) return null;
  if (health.state === 'unused') return <span className={textRoles.secondary}>{t('Not in use')}</span>;
  if (health.state === 'answers') return <Badge kind="success">{t('Answers')}</Badge>;
  const mark = <Badge kind="danger">{t('Does not answer')}</Badge>;
  if (health.problem === null) return mark;
  return (
    <Tooltip text={health.problem}>
      <span>{mark}</span>
    </Tooltip>
  );
}

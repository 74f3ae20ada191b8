import { type AgentScope, agentEndpoints, agentScopes, type WireAgentRequest } from '@powerset/contract';
import { Button, Checkbox, classNames, ErrorBox, ListSkeleton, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { api, errorText } from '../../api/index.ts';
import { LoadFailureBox } from '../../controls/load-failure/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, BarePage, usePageTitle, useSession, useUserId } from '../../shell/index.ts';
import styles from './ConsentPage.module.css';

/** Where a program asks to be let in: who it says it is, where it leads and what it may; nothing happens without a press. */
export function ConsentPage() {
  const t = useT();
  usePageTitle(t('Let a program in'));
  const { pathname, search } = useLocation();
  const userId = useUserId();
  const request = Object.fromEntries(new URLSearchParams(search));
  const asked = useQuery({
    queryKey: ['agent-request', search],
    queryFn: async ({ signal }) =>
      (await api.callEndpoint(agentEndpoints.readRequest, { query: request, signal })).result,
    enabled: userId !== null,
    retry: false,
    refetchOnWindowFocus: false,
  });
  // Visitors may look around where the settings say so, and let nobody in.
  if (userId === null)
    return <Navigate to={`${addresses.signIn}?next=${encodeURIComponent(pathname + search)}`} replace />;
  return (
    <BarePage>
      <h1>{t('Let a program in')}</h1>
      {asked.isPending ? (
        <div className={styles.part}>
          <ListSkeleton rows={4} />
        </div>
      ) : null}
      {asked.error ? (
        <div className={styles.part}>
          <LoadFailureBox
            title={t('The request could not be read')}
            error={asked.error}
            onRetry={() => void asked.refetch()}
          />
        </div>
      ) : null}
      {asked.data?.problem ? <ProblemView problem={asked.data} /> : null}
      {asked.data?.scope ? <Question asked={asked.data} request={request} /> : null}
    </BarePage>
  );
}

/** Nobody is sent on unasked: the address is a stranger's. */
function ProblemView({ problem: { problem, redirect_to: address, redirect_host: host } }: ProblemProps) {
  const t = useT();
  return (
    <div className={styles.part}>
      <ErrorBox
        title={t('The program asked in a way that cannot be answered')}
        text={
          problem === 'unknown_client'
            ? t('It is not known here any more: remove the connection there, and add it anew.')
            : String(problem)
        }
      />
      {address === null ? null : (
        <Button isBlock onClick={() => location.assign(address)}>
          {t('Go back to {{host}}', { host: host ?? '' })}
        </Button>
      )}
    </div>
  );
}

interface ProblemProps {
  readonly problem: WireAgentRequest;
}

interface QuestionProps {
  readonly asked: WireAgentRequest;
  readonly request: Readonly<Record<string, string>>;
}

const ownMachine = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

function Question({ asked, request }: QuestionProps) {
  const t = useT();
  const { user } = useSession();
  const [pressed, setPressed] = useState<'yes' | 'no' | null>(null);
  const [error, setError] = useState<unknown>(null);
  const problem = error === null ? null : errorText(error);
  const widest = asked.scope ?? 'read';
  const [scope, setScope] = useState(widest);
  const { client_name: name } = asked;
  const host = asked.redirect_host ?? '';
  const decide = async (allow: boolean) => {
    setPressed(allow ? 'yes' : 'no');
    setError(null);
    try {
      const { result } = await api.callEndpoint(agentEndpoints.decide, { body: { request, allow, scope } });
      location.assign(result.redirect_to);
    } catch (failure) {
      setError(failure);
      setPressed(null);
    }
  };
  return (
    <div className={styles.part}>
      <p className={styles.name}>
        <bdi>{name}</bdi>
      </p>
      <p className={classNames(textRoles.secondary, styles.words)}>
        {t('So it calls itself; nobody has checked that.')}
      </p>
      <p className={styles.words}>
        {ownMachine.test(host)
          ? t('It is on this computer: {{host}}', { host })
          : t('You are sent on to {{host}}', { host })}
      </p>
      <p>{t('It will come as {{user}}, with your rights. It may:', { user: user?.username ?? '' })}</p>
      <ScopeList widest={widest} scope={scope} onChange={setScope} />
      <p className={classNames(textRoles.secondary, styles.words)}>
        {t('Let it in only if you began this yourself. You can revoke that on the page of your account.')}
      </p>
      {problem === null ? null : <ErrorBox title={t('The program could not be answered')} text={problem} />}
      <div className={styles.ways}>
        <Button
          kind="primary"
          isBusy={pressed === 'yes'}
          isDisabled={pressed === 'no'}
          onClick={() => void decide(true)}
        >
          {t('Let it in')}
        </Button>
        <Button isBusy={pressed === 'no'} isDisabled={pressed === 'yes'} onClick={() => void decide(false)}>
          {t('Refuse')}
        </Button>
      </div>
    </div>
  );
}

interface ScopeListProps {
  readonly widest: AgentScope;
  readonly scope: AgentScope;
  readonly onChange: (scope: AgentScope) => void;
}

/** Each holds those before it: what is taken away takes along what comes after it. */
function ScopeList({ widest, scope, onChange }: ScopeListProps) {
  const t = useT();
  const words = {
    read: t('find dashboards, charts and datasets, and read their data'),
    sql: t('run SQL that reads'),
    write: t('make, change and delete whatever you may, and run SQL that changes data'),
  };
  return (
    <ul className={styles.scopes}>
      {agentScopes.slice(0, agentScopes.indexOf(widest) + 1).map((one, at) => (
        <li key={one}>
          <Checkbox
            isChecked={at <= agentScopes.indexOf(scope)}
            isDisabled={at === 0}
            onChange={(isChecked) => onChange(isChecked ? one : (agentScopes[at - 1] ?? 'read'))}
          >
            {words[one]}
          </Checkbox>
        </li>
      ))}
    </ul>
  );
}

import { RobotOutlined } from '@ant-design/icons-svg';
import { agentEndpoints, encodeRison, type WireAgent } from '@powerset/contract';
import { Button, classNames, Icon, textRoles } from '@powerset/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/index.ts';
import { LoadFailure } from '../../controls/load-failure/index.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { When } from '../../lists/index.ts';
import { useSession, useUserId } from '../../shell/index.ts';
import { ConfirmModal } from './ConfirmModal.tsx';
import styles from './OwnAccountPage.module.css';

/** More than anybody lets in at once. */
const mostAgents = 100;

/** Programs that were let in as oneself; administrators see those of everybody. Each can be ended. */
export function AgentsPart() {
  const t = useT();
  const userId = useUserId() ?? -1;
  const { user } = useSession();
  const isAdmin = Object.keys(user?.roles ?? {}).some((role) => role.toLowerCase() === 'admin');
  const [isOfAll, setIsOfAll] = useState(false);
  const [page, setPage] = useState(0);
  const queryClient = useQueryClient();
  const [ending, setEnding] = useState<WireAgent | null>(null);
  const agents = useQuery({
    queryKey: ['agents', isOfAll ? 'all' : userId, page],
    queryFn: ({ signal }) => {
      const filters = isOfAll ? [] : [{ col: 'user', opr: 'eq', value: userId }];
      const q = encodeRison({ filters, page, page_size: mostAgents });
      return api.callEndpoint(agentEndpoints.list, { query: { q }, signal });
    },
  });
  const living = (agents.data?.result ?? []).filter(({ active }) => active);
  const hasMore = (agents.data?.count ?? 0) > (page + 1) * mostAgents;
  return (
    <section className={styles.part} aria-label={t('Agents')}>
      <h2>{t('Agents')}</h2>
      <p className={textRoles.secondary}>{t('Programs that were let in on a page of this server.')}</p>
      {agents.error ? (
        <LoadFailure
          title={t('The agents could not be loaded')}
          error={agents.error}
          onRetry={() => void agents.refetch()}
        />
      ) : null}
      <ul className={styles.keys}>
        {living.map((agent) => (
          <li key={agent.id}>
            <Icon of={RobotOutlined} />
            <AgentFacts agent={agent} isNamed={isOfAll} />
            <Button size="small" label={t('Revoke {{name}}', { name: agent.name })} onClick={() => setEnding(agent)}>
              {t('Revoke')}
            </Button>
          </li>
        ))}
      </ul>
      {isAdmin ? (
        <div className={styles.foot}>
          <Button
            onClick={() => {
              setIsOfAll(!isOfAll);
              setPage(0);
            }}
          >
            {isOfAll ? t('Show my own') : t('Show those of everybody')}
          </Button>
          {isOfAll && hasMore ? <Button onClick={() => setPage(page + 1)}>{t('Next')}</Button> : null}
        </div>
      ) : null}
      {ending ? (
        <ConfirmModal
          title={t('Revoke {{name}}?', { name: ending.name })}
          action={t('Revoke')}
          failure={t('The agent could not be revoked')}
          run={async () => {
            await api.callEndpoint(agentEndpoints.end, { params: { id: String(ending.id) } });
            await queryClient.invalidateQueries({ queryKey: ['agents'] });
            setEnding(null);
          }}
          onClose={() => setEnding(null)}
        >
          {t('It is refused from now on, and must ask to be let in again.')}
        </ConfirmModal>
      ) : null}
    </section>
  );
}

function AgentFacts({ agent, isNamed }: { readonly agent: WireAgent; readonly isNamed: boolean }) {
  const t = useT();
  const language = useLanguage();
  const day = new Date(agent.expires_on).toLocaleDateString(language, { dateStyle: 'medium' });
  const scopes = { read: t('May read'), sql: t('May read and run SQL'), write: t('May read and change') };
  const { user } = agent;
  return (
    <div className={styles.keyFacts}>
      <div dir="auto" className={textRoles.truncated}>
        {agent.name}
      </div>
      <div className={classNames(textRoles.small, textRoles.secondary)}>
        {isNamed && user ? (
          <>
            <bdi>{`${user.first_name} ${user.last_name}`.trim()}</bdi> ·{' '}
          </>
        ) : null}
        <bdi>{agent.redirect_host}</bdi> · {scopes[agent.scope]} · {t('Expires on {{day}}', { day })} ·{' '}
        {agent.last_used_on === null ? (
          t('Never used')
        ) : (
          <>
            {t('Last used:')} <When time={agent.last_used_on} />
          </>
        )}
      </div>
    </div>
  );
}

import { RobotOutlined } from '@ant-design/icons-svg';
import { agentEndpoints, encodeRison, type WireAgent } from '@powerset/contract';
import { Button, textRoles } from '@powerset/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/index.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { useSession, useUserId } from '../../shell/index.ts';
import { ConfirmModal } from './ConfirmModal.tsx';
import styles from './OwnAccountPage.module.css';
import { LastUse, OwnLine, OwnList } from './OwnList.tsx';

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
  const living = agents.data?.result.filter(({ active }) => active);
  const hasMore = (agents.data?.count ?? 0) > (page + 1) * mostAgents;
  return (
    <section className={styles.part} aria-label={t('Agents')}>
      <h2>{t('Agents')}</h2>
      <p className={textRoles.secondary}>{t('Programs that were let in on a page of this server.')}</p>
      <OwnList
        known={{ data: living, error: agents.error, refetch: agents.refetch }}
        failure={t('The agents could not be loaded')}
        empty={t('No agents yet')}
      >
        {(agent) => <AgentLine key={agent.id} agent={agent} isNamed={isOfAll} onEnd={() => setEnding(agent)} />}
      </OwnList>
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
          {page > 0 ? <Button onClick={() => setPage(page - 1)}>{t('Previous')}</Button> : null}
          {hasMore ? <Button onClick={() => setPage(page + 1)}>{t('Next')}</Button> : null}
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

interface AgentLineProps {
  readonly agent: WireAgent;
  readonly isNamed: boolean;
  readonly onEnd: () => void;
}

function AgentLine({ agent, isNamed, onEnd }: AgentLineProps) {
  const t = useT();
  const language = useLanguage();
  const day = new Date(agent.expires_on).toLocaleDateString(language, { dateStyle: 'medium' });
  const scopes = { read: t('May read'), sql: t('May read and run SQL'), write: t('May read and change') };
  const { user } = agent;
  return (
    <OwnLine
      icon={RobotOutlined}
      name={agent.name}
      facts={
        <>
          {isNamed && user ? (
            <>
              <bdi>{`${user.first_name} ${user.last_name}`.trim()}</bdi> ·{' '}
            </>
          ) : null}
          <bdi>{agent.redirect_host}</bdi> · {scopes[agent.scope]} · {t('Expires on {{day}}', { day })} ·{' '}
          <LastUse time={agent.last_used_on} />
        </>
      }
      end={
        <Button size="small" label={t('Revoke {{name}}', { name: agent.name })} onClick={onEnd}>
          {t('Revoke')}
        </Button>
      }
    />
  );
}

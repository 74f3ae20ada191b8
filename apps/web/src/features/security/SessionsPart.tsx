import { DesktopOutlined } from '@ant-design/icons-svg';
import { securityEndpoints, type WireOwnSession } from '@powerset/contract';
import { Badge, Button, ErrorBox } from '@powerset/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { browserName } from './browser-name.ts';
import styles from './OwnAccountPage.module.css';
import { LastUse, OwnLine, OwnList } from './OwnList.tsx';

const sessionsKey = ['own-sessions'] as const;

/** Where one is signed in: each can be ended, or all others at once. */
export function SessionsPart() {
  const t = useT();
  const queryClient = useQueryClient();
  const [error, setError] = useState<string | null>(null);
  const sessions = useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => (await api.callEndpoint(securityEndpoints.ownSessions, { signal })).result,
  });
  const run = async (work: Promise<unknown>) => {
    setError(null);
    try {
      await work;
    } catch (problem) {
      setError(errorText(problem));
    }
    await queryClient.invalidateQueries({ queryKey: sessionsKey });
  };
  const list = sessions.data ?? [];
  return (
    <section className={styles.part} aria-label={t('Where you are signed in')}>
      <h2>{t('Where you are signed in')}</h2>
      {error === null ? null : <ErrorBox title={t('Signing out there did not work')} text={error} />}
      <OwnList known={sessions} failure={t('The sessions could not be loaded')}>
        {(session) => (
          <SessionLine
            key={session.id}
            session={session}
            onEnd={() => void run(api.callEndpoint(securityEndpoints.endOwnSession, { params: { id: session.id } }))}
          />
        )}
      </OwnList>
      {list.filter(({ is_current: isCurrent }) => !isCurrent).length > 1 ? (
        <div className={styles.foot}>
          <Button onClick={() => void run(api.callEndpoint(securityEndpoints.endOtherSessions))}>
            {t('Sign out everywhere else')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function SessionLine({ session, onEnd }: { readonly session: WireOwnSession; readonly onEnd: () => void }) {
  const t = useT();
  const known = browserName(session.user_agent);
  const { browser, system } = known ?? { browser: session.user_agent || t('Unknown browser'), system: null };
  const name = system === null ? browser : t('{{browser}} on {{system}}', { browser, system });
  return (
    <OwnLine
      icon={DesktopOutlined}
      name={name}
      facts={
        <>
          {session.address === null ? null : <>{session.address} · </>}
          <LastUse time={session.last_used_on} />
        </>
      }
      end={
        session.is_current ? (
          <Badge>{t('This browser')}</Badge>
        ) : (
          <Button size="small" label={t('Sign out of {{name}}', { name })} onClick={onEnd}>
            {t('Sign out')}
          </Button>
        )
      }
    />
  );
}

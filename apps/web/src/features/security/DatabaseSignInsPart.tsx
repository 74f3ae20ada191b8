import { DatabaseOutlined } from '@ant-design/icons-svg';
import { databaseSignInEndpoints } from '@powerset/contract';
import { Button, ErrorBox } from '@powerset/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { When } from '../../lists/index.ts';
import styles from './OwnAccountPage.module.css';
import { OwnLine, OwnList } from './OwnList.tsx';

const signInsKey = ['own-database-sign-ins'] as const;

/** The databases that know who one is; nothing where none does. */
export function DatabaseSignInsPart() {
  const t = useT();
  const queryClient = useQueryClient();
  const [error, setError] = useState<string | null>(null);
  const known = useQuery({
    queryKey: signInsKey,
    queryFn: async ({ signal }) => (await api.callEndpoint(databaseSignInEndpoints.list, { signal })).result,
  });
  const end = async (id: number) => {
    setError(null);
    try {
      await api.callEndpoint(databaseSignInEndpoints.end, { params: { id } });
    } catch (problem) {
      setError(errorText(problem));
    }
    await queryClient.invalidateQueries({ queryKey: signInsKey });
  };
  const list = known.data ?? [];
  if (list.length === 0 && !known.error && error === null) return null;
  return (
    <section className={styles.part} aria-label={t('Databases you signed in to')}>
      <h2>{t('Databases you signed in to')}</h2>
      {error === null ? null : <ErrorBox title={t('Signing out there did not work')} text={error} />}
      <OwnList known={known} failure={t('The databases could not be loaded')}>
        {({ id, database_name: name, created_on: since }) => (
          <OwnLine
            key={id}
            icon={DatabaseOutlined}
            name={name}
            facts={<When time={since} />}
            end={
              <Button size="small" label={t('Sign out of {{name}}', { name })} onClick={() => void end(id)}>
                {t('Sign out')}
              </Button>
            }
          />
        )}
      </OwnList>
    </section>
  );
}

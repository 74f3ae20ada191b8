import { securityEndpoints } from '@powerset/contract';
import { Button } from '@powerset/ui';
import { useState } from 'react';
import { api, errorText } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import { addresses } from './navigation.ts';
import { useSession } from './session.tsx';
import styles from './TriedThemeNote.module.css';

/** Says that an administrator sees what somebody else sees, and leads back. */
export function ViewAsNote() {
  const t = useT();
  const { bootstrap, user } = useSession();
  const [error, setError] = useState<string | null>(null);
  if (bootstrap.viewedBy === undefined || !user) return null;
  const end = async () => {
    try {
      await api.callEndpoint(securityEndpoints.endViewAs);
      // Everything on the page is somebody else's.
      location.assign(addresses.users);
    } catch (failure) {
      setError(errorText(failure));
    }
  };
  return (
    <div className={styles.note} role="status">
      {error ?? t('You see Powerset as {{name}}. Nothing can be changed.', { name: user.username })}
      <Button size="small" onClick={() => void end()}>
        {t('Back to yourself')}
      </Button>
    </div>
  );
}

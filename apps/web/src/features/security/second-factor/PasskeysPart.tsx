import { KeyOutlined } from '@ant-design/icons-svg';
import type { WirePasskey } from '@powerset/contract';
import { Button, textRoles } from '@powerset/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { When } from '../../../lists/index.ts';
import { usePasskeys } from '../../../shell/index.ts';
import styles from '../OwnAccountPage.module.css';
import { LastUse, OwnLine, OwnList } from '../OwnList.tsx';
import { AddPasskeyModal, RemovePasskeyModal } from './passkey-modals.tsx';
import { factorKey, passkeysKey, useOwnPasskeys } from './use-own-passkeys.ts';

/** Passkeys of whoever is signed in: added, told apart and removed here. */
export function PasskeysPart() {
  const t = useT();
  const queryClient = useQueryClient();
  const mayAdd = usePasskeys();
  const [open, setOpen] = useState<'new' | WirePasskey | null>(null);
  const known = useOwnPasskeys();
  const reload = () => {
    // Whether the other factor may go depends on these.
    for (const queryKey of [passkeysKey, factorKey]) void queryClient.invalidateQueries({ queryKey });
  };
  const close = () => setOpen(null);
  const keys = known.data ?? [];
  if (!mayAdd && keys.length === 0 && !known.error) return null;
  return (
    <section className={styles.part} aria-label={t('Passkeys')}>
      <h2>{t('Passkeys')}</h2>
      <p className={textRoles.secondary}>
        {t(
          'A key of your phone, computer or security stick signs you in without the password, or proves you after it.',
        )}
      </p>
      <OwnList known={known} failure={t('The passkeys could not be looked up.')}>
        {(key) => <PasskeyLine key={key.id} passkey={key} onRemove={() => setOpen(key)} />}
      </OwnList>
      {mayAdd ? (
        <div className={styles.foot}>
          <Button onClick={() => setOpen('new')}>{t('Add a passkey')}</Button>
        </div>
      ) : null}
      {open === 'new' ? <AddPasskeyModal onAdded={reload} onClose={close} /> : null}
      {open !== null && open !== 'new' ? (
        <RemovePasskeyModal passkey={open} onRemoved={reload} onClose={close} />
      ) : null}
    </section>
  );
}

function PasskeyLine({ passkey, onRemove }: { readonly passkey: WirePasskey; readonly onRemove: () => void }) {
  const t = useT();
  return (
    <OwnLine
      icon={KeyOutlined}
      name={passkey.name}
      facts={
        <>
          {t('Added:')} <When time={passkey.created_on} /> · <LastUse time={passkey.last_used_on} />
        </>
      }
      end={
        <Button size="small" label={t('Remove {{name}}', { name: passkey.name })} onClick={onRemove}>
          {t('Remove')}
        </Button>
      }
    />
  );
}

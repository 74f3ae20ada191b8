import { passkeyEndpoints, type WirePasskey } from '@powerset/contract';
import { Field, FieldError, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { api } from '../../../api/index.ts';
import { FormModal } from '../../../controls/form-modal/index.ts';
import { useT } from '../../../i18n/index.ts';
import { makePasskey } from '../../../shell/index.ts';
import { PasswordField, PasswordModal } from './modals.tsx';

interface AddPasskeyModalProps {
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

/** Whoever finds a browser signed in adds none of his own: the password is asked for. */
export function AddPasskeyModal({ onAdded, onClose }: AddPasskeyModalProps) {
  const t = useT();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const add = async () => {
    const { result } = await api.callEndpoint(passkeyEndpoints.begin, { body: { password } });
    const made = await makePasskey(result);
    await api.callEndpoint(passkeyEndpoints.add, { body: { ...made, name: name.trim() } });
    onAdded();
    return true;
  };
  return (
    <FormModal
      title={t('Add a passkey')}
      action={t('Go on')}
      isNew
      isComplete={name.trim() !== '' && password !== ''}
      onSave={add}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field label={t('Name')} error={errors.name} help={t('So that you know it again, for example “Phone”.')}>
            {(ids) => <TextInput {...ids} value={name} maxLength={64} onChange={setName} autoFocus />}
          </Field>
          <PasswordField value={password} onChange={setPassword} errors={errors} isFirst={false} />
          {errors.passkey ? <FieldError>{errors.passkey}</FieldError> : null}
        </>
      )}
    </FormModal>
  );
}

interface RemovePasskeyModalProps {
  readonly passkey: WirePasskey;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

export function RemovePasskeyModal({ passkey, onRemoved, onClose }: RemovePasskeyModalProps) {
  const t = useT();
  return (
    <PasswordModal
      title={t('Remove {{name}}', { name: passkey.name })}
      text={t('This passkey no longer signs you in afterwards.')}
      action={t('Remove')}
      onSend={async (password) => {
        await api.callEndpoint(passkeyEndpoints.remove, { params: { id: passkey.id }, body: { password } });
        onRemoved();
      }}
      onClose={onClose}
    />
  );
}

import { secondFactorEndpoints, type WireNewFactor } from '@powerset/contract';
import { Button, CopyButton, Field, Modal, TextInput, textRoles } from '@powerset/ui';
import { useState } from 'react';
import { api } from '../../../api/index.ts';
import { type FieldErrors, FormModal } from '../../../controls/form-modal/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from './modals.module.css';
import { QrCode } from './QrCode.tsx';

interface InputProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly errors: FieldErrors;
}

export function PasswordField({
  value,
  onChange,
  errors,
  isFirst = true,
}: InputProps & { readonly isFirst?: boolean }) {
  const t = useT();
  return (
    <Field label={t('Your password')} error={errors.password}>
      {(ids) => (
        <TextInput
          {...ids}
          type="password"
          value={value}
          onChange={onChange}
          autoComplete="current-password"
          autoFocus={isFirst}
        />
      )}
    </Field>
  );
}

function CodeField({ value, onChange, errors, help }: InputProps & { readonly help: string }) {
  const t = useT();
  return (
    <Field label={t('Code')} error={errors.code} help={help}>
      {(ids) => <TextInput {...ids} value={value} onChange={onChange} maxLength={64} autoComplete="one-time-code" />}
    </Field>
  );
}

interface PasswordModalProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onSend: (password: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Whoever finds a browser signed in does not know it. */
export function PasswordModal({ title, text, action, onSend, onClose }: PasswordModalProps) {
  const [password, setPassword] = useState('');
  const send = async () => {
    await onSend(password);
    return true;
  };
  return (
    <FormModal {...{ title, action, onClose }} isNew={false} isComplete={password !== ''} onSave={send}>
      {(errors) => (
        <>
          <p className={textRoles.secondary}>{text}</p>
          <PasswordField value={password} onChange={setPassword} errors={errors} />
        </>
      )}
    </FormModal>
  );
}

interface BeginModalProps {
  readonly onBegun: (factor: WireNewFactor) => void;
  readonly onClose: () => void;
}

export function BeginModal({ onBegun, onClose }: BeginModalProps) {
  const t = useT();
  return (
    <PasswordModal
      title={t('Switch the second factor on')}
      text={t('You need an authenticator app, for example the one of your phone or of your password manager.')}
      action={t('Go on')}
      onSend={async (password) =>
        onBegun((await api.callEndpoint(secondFactorEndpoints.begin, { body: { password } })).result)
      }
      onClose={onClose}
    />
  );
}

interface ScanModalProps {
  readonly factor: WireNewFactor;
  readonly onConfirmed: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

export function ScanModal({ factor, onConfirmed, onClose }: ScanModalProps) {
  const t = useT();
  const [code, setCode] = useState('');
  const confirm = async () => {
    const { result } = await api.callEndpoint(secondFactorEndpoints.confirm, { body: { code: code.trim() } });
    onConfirmed(result.recovery_codes);
    return true;
  };
  return (
    <FormModal
      title={t('Add Powerset to your app')}
      action={t('Switch on')}
      isNew={false}
      isComplete={code.trim() !== ''}
      onSave={confirm}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className={textRoles.secondary}>
            {t('Scan the picture with the app, or type the key into it. Then enter the code that it shows.')}
          </p>
          <QrCode text={factor.uri} label={t('Key of the second factor, to be scanned')} />
          <div className={styles.line}>
            <code>{inGroups(factor.secret)}</code>
            <CopyButton text={factor.secret} label={t('Copy the key')} />
          </div>
          <CodeField value={code} onChange={setCode} errors={errors} help={t('Six digits, new every half minute.')} />
        </>
      )}
    </FormModal>
  );
}

/** Typed from one screen into another. */
const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

interface CodesModalProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

export function CodesModal({ codes, onClose }: CodesModalProps) {
  const t = useT();
  return (
    <Modal
      title={t('Your recovery codes')}
      isSticky
      onClose={onClose}
      foot={
        <Button kind="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <p>
        {t(
          'Keep them where you keep what is precious, and not on the phone: each signs you in once, without the app. They are never shown again.',
        )}
      </p>
      <ul className={styles.codes} aria-label={t('Your recovery codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.line}>
        <CopyButton text={codes.join('\n')} label={t('Copy the recovery codes')} />
      </div>
    </Modal>
  );
}

interface RenewModalProps {
  readonly onRenewed: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

export function RenewModal({ onRenewed, onClose }: RenewModalProps) {
  const t = useT();
  return (
    <PasswordModal
      title={t('New recovery codes')}
      text={t('Those that you have no longer sign you in afterwards.')}
      action={t('Make new codes')}
      onSend={async (password) =>
        onRenewed(
          (await api.callEndpoint(secondFactorEndpoints.renewRecoveryCodes, { body: { password } })).result
            .recovery_codes,
        )
      }
      onClose={onClose}
    />
  );
}

interface SwitchOffModalProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function SwitchOffModal({ onDone, onClose }: SwitchOffModalProps) {
  const t = useT();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const send = async () => {
    const body = { password, code: code.trim() };
    await api.callEndpoint(secondFactorEndpoints.remove, { body });
    onDone();
    return true;
  };
  return (
    <FormModal
      title={t('Switch the second factor off')}
      action={t('Switch off')}
      isNew={false}
      isComplete={password !== '' && code.trim() !== ''}
      onSave={send}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <PasswordField value={password} onChange={setPassword} errors={errors} />
          <CodeField
            value={code}
            onChange={setCode}
            errors={errors}
            help={t('From your authenticator app, or one of your recovery codes.')}
          />
        </>
      )}
    </FormModal>
  );
}

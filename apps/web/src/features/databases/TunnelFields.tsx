import { Checkbox, Field, Tabs, TextArea, TextInput } from '@powerset/ui';
import { useT, useWhole } from '../../i18n/index.ts';
import type { FieldsProps } from './ConnectionFields.tsx';
import parts from './parts.module.css';
import { type TunnelForm, tunnelFields } from './tunnel-form.ts';

type TextName = keyof typeof tunnelFields;

/** The SSH server through which the database is reached, if any. */
export function TunnelFields({ form, errors, onChange }: Omit<FieldsProps, 'kind'>) {
  const t = useT();
  const whole = useWhole();
  const { tunnel } = form;
  const change = (part: Partial<TunnelForm>, field: string) => onChange({ tunnel: { ...tunnel, ...part } }, field);
  const input = (name: TextName) => ({
    value: tunnel[name],
    autoComplete: 'off',
    onChange: (text: string) => change({ [name]: name === 'port' ? whole(text) : text }, tunnelFields[name]),
  });
  const errorOf = (name: TextName) => errors[tunnelFields[name]];
  return (
    <div className={parts.fields}>
      <div className={parts.wide}>
        <Checkbox isChecked={tunnel.isOn} onChange={(isOn) => change({ isOn }, 'ssh_tunnel')}>
          {t('SSH Tunnel')}
        </Checkbox>
      </div>
      {tunnel.isOn ? (
        <>
          <Field label={t('SSH host')} error={errorOf('address') ?? errors.ssh_tunnel}>
            {(ids) => <TextInput {...ids} {...input('address')} required />}
          </Field>
          <Field label={t('SSH port')} error={errorOf('port')}>
            {(ids) => <TextInput {...ids} {...input('port')} inputMode="numeric" required />}
          </Field>
          <div className={parts.wide}>
            <Field label={t('SSH username')} error={errorOf('username')}>
              {(ids) => <TextInput {...ids} {...input('username')} required />}
            </Field>
          </div>
          <div className={parts.wide}>
            <Tabs
              label={t('How to sign in to the SSH server')}
              active={tunnel.signIn}
              onChange={(signIn) => change({ signIn }, '')}
              items={[
                { key: 'password', label: t('Password') },
                { key: 'key', label: t('Private key') },
              ]}
            />
          </div>
          {tunnel.signIn === 'key' ? (
            <>
              <div className={parts.wide}>
                <Field label={t('SSH private key')} error={errorOf('privateKey')}>
                  {(ids) => <TextArea {...ids} {...input('privateKey')} isMono rows={4} />}
                </Field>
              </div>
              <div className={parts.wide}>
                <Field label={t('Passphrase of the private key')} note={t('Optional')} error={errorOf('keyPassword')}>
                  {(ids) => (
                    <TextInput {...ids} {...input('keyPassword')} type="password" autoComplete="new-password" />
                  )}
                </Field>
              </div>
            </>
          ) : (
            <div className={parts.wide}>
              <Field label={t('SSH password')} error={errorOf('password')}>
                {(ids) => <TextInput {...ids} {...input('password')} type="password" autoComplete="new-password" />}
              </Field>
            </div>
          )}
          <div className={parts.wide}>
            <Field
              label={t('Fingerprint of the SSH server')}
              note={t('Optional')}
              error={errorOf('hostKey')}
              help={t('Left empty, the key that the server shows first is kept, and another one is refused later.')}
            >
              {(ids) => <TextInput {...ids} {...input('hostKey')} placeholder="SHA256:…" />}
            </Field>
          </div>
        </>
      ) : null}
    </div>
  );
}

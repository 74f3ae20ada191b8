import { databaseSignInEndpoints } from '@powerset/contract';
import { Checkbox, Field, TextInput } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import type { FieldsProps } from './ConnectionFields.tsx';
import parts from './parts.module.css';
import { type PersonalForm, personalFields } from './personal-form.ts';

type TextName = keyof typeof personalFields;

/** Where people sign in to the database as themselves, if they do. */
export function PersonalFields({ form, errors, onChange }: Omit<FieldsProps, 'kind'>) {
  const t = useT();
  const { personal } = form;
  const change = (part: Partial<PersonalForm>, field: string) =>
    onChange({ personal: { ...personal, ...part } }, field);
  const input = (name: TextName) => ({
    value: personal[name],
    autoComplete: 'off',
    onChange: (text: string) => change({ [name]: text }, personalFields[name]),
  });
  const errorOf = (name: TextName) => errors[personalFields[name]];
  const usual = t('Empty takes what is usual for this kind of database.');
  const address = `${location.origin}${databaseSignInEndpoints.comeBack.path}`;
  return (
    <div className={parts.fields}>
      <div className={parts.wide}>
        <Checkbox isChecked={personal.isOn} onChange={(isOn) => change({ isOn }, 'masked_encrypted_extra')}>
          {t('People sign in as themselves (OAuth2)')}
        </Checkbox>
      </div>
      {personal.isOn ? (
        <>
          <Field
            label={t('Client ID')}
            error={errorOf('id')}
            help={t('Tell the provider this redirect address: {{address}}', { address })}
          >
            {(ids) => <TextInput {...ids} {...input('id')} required />}
          </Field>
          <Field label={t('Client secret')} note={t('Optional')} error={errorOf('secret')}>
            {(ids) => <TextInput {...ids} {...input('secret')} type="password" autoComplete="new-password" />}
          </Field>
          <Field label={t('Authorization address')} error={errorOf('authorizationUri')} help={usual}>
            {(ids) => <TextInput {...ids} {...input('authorizationUri')} placeholder="https://" />}
          </Field>
          <Field label={t('Token address')} error={errorOf('tokenUri')} help={usual}>
            {(ids) => <TextInput {...ids} {...input('tokenUri')} placeholder="https://" />}
          </Field>
          <Field label={t('Scope')} error={errorOf('scope')} help={usual}>
            {(ids) => <TextInput {...ids} {...input('scope')} />}
          </Field>
        </>
      ) : null}
    </div>
  );
}

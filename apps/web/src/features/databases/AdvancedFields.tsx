import { Checkbox, Field, TextArea, TextInput } from '@powerset/ui';
import { useEffect, useState } from 'react';
import { useT, useWhole } from '../../i18n/index.ts';
import styles from './AdvancedFields.module.css';
import type { FieldsProps } from './ConnectionFields.tsx';
import type { SwitchName } from './connection-form.ts';
import { readExtraFlag, withExtraFlag } from './extra-flags.ts';
import { PersonalFields } from './PersonalFields.tsx';
import parts from './parts.module.css';
import { personalFields } from './personal-form.ts';

/** Fields whose errors would be out of sight. */
const openers = [
  'cache_timeout',
  'extra',
  'server_cert',
  'client_cert',
  'client_key',
  ...Object.values(personalFields),
];

/** What the database may be used for, and what only some need. */
export function AdvancedFields({ kind, form, errors, onChange }: FieldsProps) {
  const t = useT();
  const whole = useWhole();
  const all: readonly (readonly [SwitchName, string])[] = [
    ['expose_in_sqllab', t('Expose database in SQL Lab')],
    ['allow_run_async', t('Asynchronous query execution')],
    ['allow_ctas', t('Allow CREATE TABLE AS')],
    ['allow_cvas', t('Allow CREATE VIEW AS')],
    ['allow_dml', t('Allow DML')],
    ['allow_file_upload', t('Allow file uploads to database')],
  ];
  const offered = all.filter(([key]) => key !== 'allow_file_upload' || kind.engine_information.supports_file_upload);
  const set = (key: SwitchName, isOn: boolean) => onChange({ switches: { ...form.switches, [key]: isOn } }, key);
  const hasServer = 'encryption' in kind.parameters.properties;
  // Once open it stays so until somebody closes it, also when what was wrong in it is mended.
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (openers.some((name) => errors[name])) setOpen(true);
  }, [errors]);
  return (
    <details className={styles.more} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Advanced')}</summary>
      <div className={parts.fields}>
        {offered.map(([key, label]) => (
          <Checkbox key={key} isChecked={form.switches[key]} onChange={(isOn) => set(key, isOn)}>
            {label}
          </Checkbox>
        ))}
      </div>
      <Field
        label={t('Chart cache timeout')}
        note={t('seconds')}
        error={errors.cache_timeout}
        help={t('Empty takes the usual time, -1 keeps nothing.')}
      >
        {(ids) => (
          <TextInput
            {...ids}
            inputMode="numeric"
            value={form.cacheTimeout}
            onChange={(text) => onChange({ cacheTimeout: whole(text) }, 'cache_timeout')}
          />
        )}
      </Field>
      {hasServer ? (
        <Field
          label={t('Root certificate')}
          note={t('Optional')}
          error={errors.server_cert}
          help={t('In PEM, for servers whose certificate no known authority signed.')}
        >
          {(ids) => (
            <TextArea
              {...ids}
              isMono
              rows={2}
              value={form.serverCert}
              onChange={(serverCert) => onChange({ serverCert }, 'server_cert')}
            />
          )}
        </Field>
      ) : null}
      {kind.engine_information.takes_client_certificates ? (
        <ClientCertificate form={form} errors={errors} onChange={onChange} />
      ) : null}
      {kind.engine_information.supports_oauth2 ? (
        <PersonalFields form={form} errors={errors} onChange={onChange} />
      ) : null}
      {kind.engine_information.supports_dynamic_catalog ? <CatalogBox form={form} onChange={onChange} /> : null}
      <Field label={t('Extra')} note="JSON" error={errors.extra}>
        {(ids) => (
          <TextArea {...ids} isMono rows={3} value={form.extra} onChange={(extra) => onChange({ extra }, 'extra')} />
        )}
      </Field>
    </details>
  );
}

const catalogFlag = 'allow_multi_catalog';

function CatalogBox({ form, onChange }: Pick<FieldsProps, 'form' | 'onChange'>) {
  const t = useT();
  const isOn = readExtraFlag(form.extra, catalogFlag);
  return (
    <Checkbox
      isChecked={isOn === true}
      isDisabled={isOn === null}
      onChange={(next) => onChange({ extra: withExtraFlag(form.extra, catalogFlag, next) }, 'extra')}
    >
      {t('Allow changing catalogs')}
    </Checkbox>
  );
}

function ClientCertificate({ form, errors, onChange }: Omit<FieldsProps, 'kind'>) {
  const t = useT();
  return (
    <>
      <Field
        label={t('Client certificate')}
        note={t('Optional')}
        error={errors.client_cert}
        help={t('In PEM, for servers that ask for one.')}
      >
        {(ids) => (
          <TextArea
            {...ids}
            isMono
            rows={2}
            value={form.clientCert}
            onChange={(clientCert) => onChange({ clientCert }, 'client_cert')}
          />
        )}
      </Field>
      <Field label={t('Key of the client certificate')} note={t('Optional')} error={errors.client_key}>
        {(ids) => (
          <TextArea
            {...ids}
            isMono
            rows={2}
            value={form.clientKey}
            onChange={(clientKey) => onChange({ clientKey }, 'client_key')}
          />
        )}
      </Field>
    </>
  );
}

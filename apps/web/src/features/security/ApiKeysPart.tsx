import { KeyOutlined } from '@ant-design/icons-svg';
import { apiKeyEndpoints, encodeRison, type WireApiKey, type WireNewApiKey } from '@powerset/contract';
import { Button, CopyButton, Field, Modal, Select, TextInput, textRoles } from '@powerset/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/index.ts';
import { FormModal } from '../../controls/form-modal/index.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { useUserId } from '../../shell/index.ts';
import { type ApiKeyForm, emptyApiKeyForm, isApiKeyComplete, lifeDays, toApiKeyBody } from './api-key-form.ts';
import { ConfirmModal } from './ConfirmModal.tsx';
import styles from './OwnAccountPage.module.css';
import { LastUse, OwnLine, OwnList } from './OwnList.tsx';

/** More than anybody can have that open something. */
const mostKeys = 100;
const keysOf = (userId: number) => ['api-keys', userId];

/** Keys with which programs come as their owner: made, shown once, and revoked here. */
export function ApiKeysPart() {
  const t = useT();
  const userId = useUserId() ?? -1;
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<'form' | WireNewApiKey | WireApiKey | null>(null);
  const keys = useQuery({
    queryKey: keysOf(userId),
    queryFn: ({ signal }) => {
      const q = encodeRison({ filters: [{ col: 'user', opr: 'eq', value: userId }], page_size: mostKeys });
      return api.callEndpoint(apiKeyEndpoints.list, { query: { q }, signal });
    },
  });
  const reload = () => queryClient.invalidateQueries({ queryKey: keysOf(userId) });
  const close = () => setOpen(null);
  const living = keys.data?.result.filter(({ active }) => active);
  return (
    <section className={styles.part} aria-label={t('API keys')}>
      <h2>{t('API keys')}</h2>
      <p className={textRoles.secondary}>
        {t('A program that sends one may do what you may, until it expires or is revoked.')}
      </p>
      <OwnList
        known={{ data: living, error: keys.error, refetch: keys.refetch }}
        failure={t('The API keys could not be loaded')}
        empty={t('No API keys yet')}
      >
        {(key) => <KeyLine key={key.id} apiKey={key} onRevoke={() => setOpen(key)} />}
      </OwnList>
      <div className={styles.foot}>
        <Button onClick={() => setOpen('form')}>{t('New API key')}</Button>
      </div>
      {open === 'form' ? (
        <KeyModal
          onMade={(made) => {
            void reload();
            setOpen(made);
          }}
          onClose={() => setOpen((last) => (last === 'form' ? null : last))}
        />
      ) : null}
      {open !== null && open !== 'form' && 'key' in open ? <NewKeyModal made={open} onClose={close} /> : null}
      {open !== null && open !== 'form' && !('key' in open) ? (
        <RevokeModal apiKey={open} onRevoked={reload} onClose={close} />
      ) : null}
    </section>
  );
}

function KeyLine({ apiKey, onRevoke }: { readonly apiKey: WireApiKey; readonly onRevoke: () => void }) {
  const t = useT();
  const language = useLanguage();
  const day = new Date(apiKey.expires_on).toLocaleDateString(language, { dateStyle: 'medium' });
  return (
    <OwnLine
      icon={KeyOutlined}
      name={apiKey.name}
      facts={
        <>
          <code>{apiKey.key_prefix}…</code> · {apiKey.scopes === 'read' ? t('May read') : t('May read and change')} ·{' '}
          {t('Expires on {{day}}', { day })} · <LastUse time={apiKey.last_used_on} />
        </>
      }
      end={
        <Button size="small" label={t('Revoke {{name}}', { name: apiKey.name })} onClick={onRevoke}>
          {t('Revoke')}
        </Button>
      }
    />
  );
}

interface KeyModalProps {
  readonly onMade: (made: WireNewApiKey) => void;
  readonly onClose: () => void;
}

function KeyModal({ onMade, onClose }: KeyModalProps) {
  const t = useT();
  const [form, setForm] = useState<ApiKeyForm>(emptyApiKeyForm);
  const change = (part: Partial<ApiKeyForm>) => setForm((last) => ({ ...last, ...part }));
  const save = async () => {
    const { result } = await api.callEndpoint(apiKeyEndpoints.create, { body: toApiKeyBody(form, Date.now()) });
    onMade(result);
    return true;
  };
  const scopes = [
    { value: 'read' as const, label: t('Read') },
    { value: 'all' as const, label: t('Read and change') },
  ];
  const lives = lifeDays.map((days) => ({ value: days, label: t('{{count}} days', { count: days }) }));
  return (
    <FormModal title={t('New API key')} isNew isComplete={isApiKeyComplete(form)} onSave={save} onClose={onClose}>
      {(errors) => (
        <>
          <Field label={t('Name')} error={errors.name} help={t('What for, so that you know it again.')}>
            {(ids) => <TextInput {...ids} value={form.name} maxLength={250} onChange={(name) => change({ name })} />}
          </Field>
          <Field label={t('It may')} error={errors.scopes}>
            {(ids) => (
              <Select
                {...ids}
                choices={scopes}
                value={form.scopes}
                onChange={(next) => change({ scopes: next ?? 'read' })}
              />
            )}
          </Field>
          <Field label={t('Expires after')} error={errors.expires_on}>
            {(ids) => (
              <Select
                {...ids}
                choices={lives}
                value={form.days}
                onChange={(next) => change({ days: next ?? emptyApiKeyForm.days })}
              />
            )}
          </Field>
        </>
      )}
    </FormModal>
  );
}

function NewKeyModal({ made, onClose }: { readonly made: WireNewApiKey; readonly onClose: () => void }) {
  const t = useT();
  return (
    <Modal
      title={t('Your API key')}
      isSticky
      onClose={onClose}
      foot={
        <Button kind="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <p>{t('Copy it now: it is never shown again.')}</p>
      <div className={styles.newKey}>
        <code>{made.key}</code>
        <CopyButton text={made.key} label={t('Copy the API key')} />
      </div>
    </Modal>
  );
}

interface RevokeModalProps {
  readonly apiKey: WireApiKey;
  readonly onRevoked: () => Promise<void>;
  readonly onClose: () => void;
}

function RevokeModal({ apiKey, onRevoked, onClose }: RevokeModalProps) {
  const t = useT();
  const revoke = async () => {
    await api.callEndpoint(apiKeyEndpoints.delete, { params: { id: String(apiKey.id) } });
    await onRevoked();
    onClose();
  };
  return (
    <ConfirmModal
      title={t('Revoke {{name}}?', { name: apiKey.name })}
      action={t('Revoke')}
      failure={t('The API key could not be revoked')}
      run={revoke}
      onClose={onClose}
    >
      {t('Programs that send it are refused from now on.')}
    </ConfirmModal>
  );
}

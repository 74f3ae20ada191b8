import { DeleteOutlined, PlusOutlined } from '@ant-design/icons-svg';
import { type RecipientType, reportEndpoints } from '@powerset/contract';
import { Button, classNames, Field, FieldError, IconButton, Select, TextInput, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, resources } from '../api/index.ts';
import { FieldPair } from '../controls/form-modal/index.ts';
import { useT } from '../i18n/index.ts';
import type { PartProps } from './part-props.ts';
import styles from './RecipientsField.module.css';
import { recipientText } from './recipient-text.ts';
import { newRecipient, type RecipientFields } from './report-form.ts';

type T = ReturnType<typeof useT>;

/** Who gets it, and by which way. */
export function RecipientsField({ fields, patch, errors }: PartProps) {
  const t = useT();
  const { recipients } = fields;
  const delivery = useQuery({
    queryKey: [resources.reports.name, 'delivery'],
    queryFn: ({ signal }) => api.callEndpoint(reportEndpoints.delivery, { signal }),
    staleTime: 60_000,
  });
  const change = (key: number, part: Partial<RecipientFields>) =>
    patch({ recipients: recipients.map((one) => (one.key === key ? { ...one, ...part } : one)) });
  const isWithoutMail = delivery.data?.result.has_mail === false && recipients.some(({ type }) => type === 'Email');
  return (
    <div className={styles.all}>
      {recipients.map((one) => (
        <Recipient
          key={one.key}
          recipient={one}
          hasWebhooks={delivery.data?.result.has_webhooks ?? true}
          onChange={(part) => change(one.key, part)}
          onRemove={
            recipients.length > 1
              ? () => patch({ recipients: recipients.filter(({ key }) => key !== one.key) })
              : undefined
          }
        />
      ))}
      {errors.recipients ? <FieldError>{errors.recipients}</FieldError> : null}
      {isWithoutMail ? (
        <p className={textRoles.secondary}>
          {t('No mail server is configured here (POWERSET_SMTP_URL): nothing can be sent by mail until there is one.')}
        </p>
      ) : null}
      <div>
        <Button
          size="small"
          icon={PlusOutlined}
          isDisabled={recipients.length >= 20}
          onClick={() => patch({ recipients: [...recipients, newRecipient()] })}
        >
          {t('Add recipient')}
        </Button>
      </div>
    </div>
  );
}

interface RecipientProps {
  readonly recipient: RecipientFields;
  readonly hasWebhooks: boolean;
  readonly onChange: (part: Partial<RecipientFields>) => void;
  readonly onRemove: (() => void) | undefined;
}

function Recipient({ recipient, hasWebhooks, onChange, onRemove }: RecipientProps) {
  const t = useT();
  const { type, target } = recipient;
  const types: readonly RecipientType[] = [
    'Email',
    'Slack',
    ...(hasWebhooks || type === 'Webhook' ? ['Webhook' as const] : []),
  ];
  const shownType = type === 'SlackV2' ? 'Slack' : type;
  return (
    <div className={styles.one}>
      <div className={classNames(styles.line, onRemove && styles.removable)}>
        <Field label={t('Send by')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Send by')}
              value={shownType}
              choices={types.map((one) => ({ value: one, label: recipientText(one) }))}
              isClearable={false}
              onChange={(next = 'Email') => onChange({ type: next, target: '', secret: '' })}
            />
          )}
        </Field>
        <Field label={type === 'Email' ? t('Send to') : t('Address')} help={targetHelp(t, type)}>
          {(ids) => (
            <TextInput
              {...ids}
              value={target}
              maxLength={10_000}
              placeholder={type === 'Email' ? 'ann@example.com, bob@example.com' : 'https://'}
              onChange={(next) => onChange({ target: next })}
            />
          )}
        </Field>
        {onRemove ? (
          <span className={styles.remove}>
            <IconButton icon={DeleteOutlined} label={t('Remove recipient')} onClick={onRemove} />
          </span>
        ) : null}
      </div>
      {type === 'Email' ? <CopiesFields recipient={recipient} onChange={onChange} /> : null}
      {type === 'Webhook' ? (
        <Field
          label={t('Signing key')}
          note={t('Optional')}
          help={t('With it each call carries x-powerset-signature, so that the receiver knows from whom it comes.')}
        >
          {(ids) => (
            <TextInput {...ids} value={recipient.secret} maxLength={500} onChange={(secret) => onChange({ secret })} />
          )}
        </Field>
      ) : null}
    </div>
  );
}

function targetHelp(t: T, type: RecipientType): string | undefined {
  if (type === 'Email') return undefined;
  if (type === 'Webhook') return t('Gets JSON with the files in it.');
  return t('The address of an incoming webhook: it takes text and a link, no files.');
}

/** Copies are seldom wanted, so their fields come when they are. */
function CopiesFields({ recipient, onChange }: Pick<RecipientProps, 'recipient' | 'onChange'>) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(recipient.ccTarget !== '' || recipient.bccTarget !== '');
  if (!isOpen)
    return (
      <div>
        <Button size="small" kind="text" onClick={() => setIsOpen(true)}>
          {t('Add CC or BCC')}
        </Button>
      </div>
    );
  return (
    <FieldPair>
      <Field label={t('CC')}>
        {(ids) => <TextInput {...ids} value={recipient.ccTarget} onChange={(ccTarget) => onChange({ ccTarget })} />}
      </Field>
      <Field label={t('BCC')}>
        {(ids) => <TextInput {...ids} value={recipient.bccTarget} onChange={(bccTarget) => onChange({ bccTarget })} />}
      </Field>
    </FieldPair>
  );
}

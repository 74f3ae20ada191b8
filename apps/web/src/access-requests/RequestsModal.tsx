import type { WireAccessRequest } from '@powerset/contract';
import { Button, classNames, EmptyState, ListSkeleton, Modal, textRoles, UiLink } from '@powerset/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { resources, useList } from '../api/index.ts';
import { formatWhen, useLanguage, useT } from '../i18n/index.ts';
import { ErrorView } from '../shell/index.ts';
import { DeclineForm, LetInForm, OwnerActions } from './answers.tsx';
import styles from './RequestsModal.module.css';
import { RequestWords } from './RequestWords.tsx';
import { type RequestedObject, toRequest } from './use-open-requests.ts';

interface RequestsModalProps {
  /** Requests for one object alone; null for all. */
  readonly object: RequestedObject | null;
  readonly onClose: () => void;
}

const pageSize = 100;

/** Who asks to be let see what, to be answered. */
export function RequestsModal({ object, onClose }: RequestsModalProps) {
  const t = useT();
  const client = useQueryClient();
  const { collection, count, isFirstLoad, error } = useList(resources.accessRequests, toRequest(object, pageSize), {
    showsFailure: true,
  });
  const answered = () => void client.invalidateQueries({ queryKey: [resources.accessRequests.name] });
  return (
    <Modal title={t('Requests for access')} width={800} onClose={onClose}>
      {isFirstLoad ? <ListSkeleton rows={3} /> : null}
      {error && collection.length === 0 ? <ErrorView error={error} /> : null}
      {!isFirstLoad && !error && collection.length === 0 ? (
        <EmptyState title={t('Nobody is waiting')} text={t('All requests have been answered.')} />
      ) : null}
      <ul className={styles.list}>
        {collection.map((request) => (
          <RequestItem key={request.id} request={request} namesObject={object === null} onAnswered={answered} />
        ))}
      </ul>
      {count > collection.length ? (
        <p className={classNames(textRoles.small, textRoles.muted)}>
          {t('{{count}} more come when these are answered.', { count: count - collection.length })}
        </p>
      ) : null}
    </Modal>
  );
}

interface RequestItemProps {
  readonly request: WireAccessRequest;
  readonly namesObject: boolean;
  readonly onAnswered: () => void;
}

function RequestItem({ request, namesObject, onAnswered }: RequestItemProps) {
  const t = useT();
  const language = useLanguage();
  const [open, setOpen] = useState<'let-in' | 'decline' | null>(null);
  const kinds = { dashboard: t('Dashboard'), chart: t('Chart'), dataset: t('Dataset') };
  const nameOf = ({ first_name, last_name }: WireAccessRequest['user']) => `${first_name} ${last_name}`.trim();
  const name = nameOf(request.user);
  const parts = { request, name, onAnswered, onCancel: () => setOpen(null) };
  return (
    <li className={styles.request} aria-label={name}>
      <div className={styles.line}>
        <span className={textRoles.strong}>{name}</span>
        {namesObject ? (
          <span>
            <span className={textRoles.muted}>{kinds[request.object_type]}</span>{' '}
            <UiLink href={request.url}>{request.title}</UiLink>
          </span>
        ) : null}
        <span className={classNames(textRoles.small, textRoles.muted)}>
          {formatWhen(Date.parse(request.created_on), Date.now(), language)}
        </span>
      </div>
      {request.message ? <RequestWords words={request.message} /> : null}
      {request.passed_on_by && request.is_grantable ? (
        <span className={textRoles.small}>
          {t('{{name}}, who owns it, is for it.', { name: nameOf(request.passed_on_by) })}
        </span>
      ) : null}
      {request.has_access ? (
        <span className={textRoles.small}>{t('{{name}} can open it by now.', { name })}</span>
      ) : null}
      {open === 'let-in' ? <LetInForm {...parts} /> : null}
      {open === 'decline' ? <DeclineForm {...parts} /> : null}
      {open === null ? (
        <div className={styles.buttons} data-large-on-touch>
          {request.is_grantable ? (
            <Button size="small" kind="primary" onClick={() => setOpen('let-in')}>
              {t('Let in')}
            </Button>
          ) : (
            <OwnerActions {...parts} />
          )}
          <Button size="small" onClick={() => setOpen('decline')}>
            {t('Decline')}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

import { type AccessSharing, accessRequestEndpoints, type WireSight } from '@powerset/contract';
import { Button, Field, ListSkeleton, Modal, RadioGroup, TextArea, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Resource, resources } from '../api/index.ts';
import { RelationField } from '../controls/relation-field/index.ts';
import { useT } from '../i18n/index.ts';
import { ErrorView, useSession } from '../shell/index.ts';
import styles from './RequestsModal.module.css';
import { NoRole, RoleChoice } from './RoleChoice.tsx';
import type { RequestedObject } from './use-open-requests.ts';
import { useSending } from './use-sending.ts';

export interface ShareModalProps {
  readonly object: RequestedObject & { readonly title: string; readonly url: string };
  readonly onClose: () => void;
}

const ownersOf: Readonly<Record<RequestedObject['type'], Resource>> = {
  dashboard: resources.dashboards,
  chart: resources.charts,
  dataset: resources.datasets,
};

/** Lets a person or a group see an object: by a role, or by a word to the administrators. */
export function ShareModal({ object, onClose }: ShareModalProps) {
  const t = useT();
  const { can } = useSession();
  const [kind, setKind] = useState<'person' | 'group'>('person');
  const [chosen, setChosen] = useState<number | null>(null);
  const mayNameGroups = can('can_write', 'User') && can('can_write', 'Group');
  const isPerson = kind === 'person';
  const asked =
    chosen === null
      ? null
      : {
          object_type: object.type,
          object_id: object.id,
          ...(isPerson ? { user_id: chosen } : { group_id: chosen }),
        };
  return (
    <Modal title={t('Share {{title}}', { title: object.title })} width={520} onClose={onClose}>
      <div className={styles.answer}>
        {mayNameGroups ? (
          <RadioGroup
            name="share-with"
            label={t('Share with')}
            value={kind}
            choices={[
              { value: 'person', label: t('A person') },
              { value: 'group', label: t('A group') },
            ]}
            onChange={(next) => {
              setKind(next);
              setChosen(null);
            }}
          />
        ) : null}
        <RelationField
          key={kind}
          resource={isPerson ? ownersOf[object.type] : resources.users}
          kind={isPerson ? 'owners' : 'groups'}
          label={isPerson ? t('Person') : t('Group')}
          value={chosen === null ? [] : [chosen]}
          onChange={(ids) => setChosen(ids.at(-1) ?? null)}
        />
        {asked ? <Sharing key={`${kind} ${chosen}`} {...{ asked, object, isPerson, onClose }} /> : null}
      </div>
    </Modal>
  );
}

interface SharingProps extends ShareModalProps {
  readonly asked: AccessSharing;
  readonly isPerson: boolean;
}

function Sharing({ asked, ...props }: SharingProps) {
  const t = useT();
  const sight = useQuery({
    queryKey: ['access_request', 'sight', asked],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await api.callEndpoint(accessRequestEndpoints.sight, { query: asked, signal })).result,
  });
  if (sight.error && !sight.isFetching) {
    const again = (
      <Button size="small" onClick={() => void sight.refetch()}>
        {t('Try again')}
      </Button>
    );
    return <ErrorView error={sight.error} actions={again} />;
  }
  return sight.data ? <SharingForm {...{ asked, ...props }} sight={sight.data} /> : <ListSkeleton rows={2} />;
}

function SharingForm({ asked, object, isPerson, sight, onClose }: SharingProps & { readonly sight: WireSight }) {
  const t = useT();
  const { isSending, send } = useSending(onClose);
  const [roleId, setRoleId] = useState<number | null>(null);
  const [message, setMessage] = useState('');
  const name = isPerson ? t('this person') : t('this group');
  if (sight.has_access)
    return <p>{isPerson ? t('This person can open it already.') : t('The roles of this group open it already.')}</p>;
  const share = (body: object, done: string) =>
    send(() => api.callEndpoint(accessRequestEndpoints.share, { body: { ...asked, ...body } }), done);
  if (!sight.is_grantable)
    return (
      <>
        <p className={textRoles.secondary}>
          {t('Roles are the administrators’ to give. They see that you are for letting this person in.')}
        </p>
        <Field label={t('A word to the administrators')} note={t('Optional')}>
          {(ids) => <TextArea {...ids} rows={2} value={message} onChange={setMessage} />}
        </Field>
        <div className={styles.buttons}>
          <Button
            kind="primary"
            isBusy={isSending}
            isDisabled={message.length > 500}
            onClick={() => void share({ message }, t('The administrators have your word'))}
          >
            {t('Pass on to administrators')}
          </Button>
        </div>
      </>
    );
  if (sight.roles.length === 0)
    return <NoRole object={{ title: object.title, url: object.url, isDraft: sight.is_draft }} />;
  return (
    <>
      <RoleChoice {...{ name, roleId }} roles={sight.roles} onChoose={setRoleId} />
      <div className={styles.buttons}>
        <Button
          kind="primary"
          isBusy={isSending}
          isDisabled={roleId === null}
          onClick={() => void share({ role_id: roleId }, t('{{title}} is shared', { title: object.title }))}
        >
          {t('Give this role')}
        </Button>
      </div>
    </>
  );
}

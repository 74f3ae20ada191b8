import { Button, classNames, EmptyState, ErrorBox, Modal, Skeleton, textRoles } from '@powerset/ui';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useT } from '../../i18n/index.ts';
import { addresses, ErrorView, usePageTitle, useSession } from '../../shell/index.ts';
import { AdvancedFields } from './AdvancedFields.tsx';
import { ConnectionFields } from './ConnectionFields.tsx';
import styles from './ConnectPage.module.css';
import {
  type ConnectionForm,
  canTunnel,
  type DatabaseKind,
  emptyForm,
  hiddenErrors,
  type SavedConnection,
  savedForm,
  shownFields,
} from './connection-form.ts';
import { KindCards, WaitingCards } from './KindCards.tsx';
import { useKindName } from './kind-names.ts';
import { personalFields } from './personal-form.ts';
import { TunnelFields } from './TunnelFields.tsx';
import { tunnelFields } from './tunnel-form.ts';
import { useConnectionData, useConnectionTask, useOtherWay } from './use-connection.ts';

/** The dialog in front of the list of databases: a new connection, or a change of one. */
export function ConnectPage() {
  const t = useT();
  const navigate = useNavigate();
  const { can } = useSession();
  const { id } = useParams();
  const databaseId = id === undefined ? null : Number(id);
  const title = databaseId === null ? t('Connect a database') : t('Edit database');
  usePageTitle(title);
  const { kinds, saved, reload } = useConnectionData(databaseId);
  const [chosen, setChosen] = useState<DatabaseKind | null>(null);
  const close = () => void navigate(addresses.databases);
  const error = kinds.error ?? saved.error;
  const isPending = kinds.isPending || (databaseId !== null && saved.isPending);
  const kind = chosen ?? kinds.data?.find((one) => one.engine === saved.data?.backend) ?? null;
  if (!can('can_write', 'Database'))
    return <Notice title={title} text={t('You are not allowed to change databases.')} onClose={close} />;
  if (error)
    return (
      <Modal title={title} onClose={close}>
        <ErrorView
          error={error}
          title={t('The database could not be opened')}
          actions={
            <Button size="small" onClick={reload}>
              {t('Try again')}
            </Button>
          }
        />
      </Modal>
    );
  if (isPending) return <Waiting title={title} isOfKinds={databaseId === null} onClose={close} />;
  if (kind)
    return (
      <ConnectionModal
        key={kind.engine}
        kind={kind}
        saved={saved.data ?? null}
        onBack={chosen ? () => setChosen(null) : undefined}
        onClose={close}
      />
    );
  const lead = saved.data ? t('To where its data was moved:') : t('Choose the kind of database to connect.');
  return (
    <Modal title={title} width={800} onClose={close}>
      {saved.data ? (
        <ErrorBox level="warning" title={saved.data.database_name} text={saved.data.opening_problem ?? ''} />
      ) : null}
      <p className={classNames(textRoles.secondary, styles.lead)}>{lead}</p>
      <KindCards kinds={kinds.data ?? []} onChoose={setChosen} />
    </Modal>
  );
}

interface WaitingProps {
  readonly title: string;
  /** The kinds to choose from come, and not a form. */
  readonly isOfKinds: boolean;
  readonly onClose: () => void;
}

function Waiting({ title, isOfKinds, onClose }: WaitingProps) {
  const t = useT();
  return (
    <Modal title={title} width={isOfKinds ? 800 : 520} onClose={onClose}>
      <div className={isOfKinds ? undefined : styles.form} role="status" aria-label={t('Loading...')}>
        {isOfKinds ? <WaitingCards /> : <WaitingFields />}
      </div>
    </Modal>
  );
}

const WaitingFields = () =>
  ['name', 'place', 'port', 'database', 'person', 'secret'].map((field) => (
    <Skeleton key={field} width="100%" height={48} />
  ));

function Notice({ title, text, onClose }: { title: string; text: string; onClose: () => void }) {
  return (
    <Modal title={title} onClose={onClose}>
      <EmptyState title={text} />
    </Modal>
  );
}

interface ConnectionModalProps {
  readonly kind: DatabaseKind;
  readonly saved: SavedConnection | null;
  readonly onBack?: () => void;
  readonly onClose: () => void;
}

const advancedNames = ['cache_timeout', 'extra', 'server_cert', 'client_cert', 'client_key'];

function namesInView(kind: DatabaseKind, form: ConnectionForm): readonly string[] {
  const own = form.method === 'uri' ? ['sqlalchemy_uri', 'password'] : shownFields(kind).map(([key]) => key);
  const { address, port, username, password, privateKey, keyPassword, hostKey } = tunnelFields;
  const secrets = form.tunnel.signIn === 'key' ? [privateKey, keyPassword] : [password];
  const way = canTunnel(kind) && form.tunnel.isOn ? ['ssh_tunnel', address, port, username, ...secrets, hostKey] : [];
  const people = form.personal.isOn ? Object.values(personalFields) : [];
  return ['database_name', ...own, ...way, ...people, ...advancedNames];
}

function ConnectionModal({ kind, saved, onBack, onClose }: ConnectionModalProps) {
  const t = useT();
  const nameOf = useKindName();
  const [form, setForm] = useState<ConnectionForm>(() => (saved ? savedForm(kind, saved) : emptyForm(kind)));
  const task = useConnectionTask({ kind, saved, form, onSaved: onClose });
  const change = (part: Partial<ConnectionForm>, field: string) => {
    setForm({ ...form, ...part });
    task.clearError(field);
  };
  const turnForm = useOtherWay({ kind, form, setForm });
  const turn = (method: ConnectionForm['method']) => {
    task.clearError('');
    void turnForm(method);
  };
  const parts = { kind, form, errors: task.errors, isSaved: saved !== null, onChange: change };
  const unplaced = hiddenErrors(task.errors, namesInView(kind, form));
  return (
    <Modal
      title={saved ? t('Edit {{name}}', { name: saved.database_name }) : t('Connect {{kind}}', { kind: nameOf(kind) })}
      onClose={onClose}
      isSticky
      onSubmit={() => void task.save()}
      foot={
        <>
          {onBack ? (
            <Button kind="text" className={styles.back} onClick={onBack}>
              {t('Back')}
            </Button>
          ) : null}
          <Button isBusy={task.busy === 'test'} isDisabled={task.busy === 'save'} onClick={() => void task.test()}>
            {t('Test connection')}
          </Button>
          <Button kind="primary" type="submit" isBusy={task.busy === 'save'} isDisabled={task.busy === 'test'}>
            {saved ? t('Save') : t('Connect')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {unplaced.map((text) => (
          <ErrorBox key={text} title={t('The database could not be connected')} text={text} />
        ))}
        <ConnectionFields {...parts} onMethod={turn} />
        {canTunnel(kind) ? <TunnelFields {...parts} /> : null}
        <AdvancedFields {...parts} />
      </div>
    </Modal>
  );
}

import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, InfoCircleFilled } from '@ant-design/icons-svg';
import {
  classNames,
  Icon,
  IconButton,
  type IconType,
  Popover,
  type ToastKind,
  textRoles,
  toastStore,
} from '@powerset/ui';
import { useStore } from 'zustand';
import { useT } from '../i18n/index.ts';
import styles from './NotificationsButton.module.css';

const looks: Readonly<Record<ToastKind, { icon: IconType; color: string }>> = {
  success: { icon: CheckCircleFilled, color: 'var(--success)' },
  danger: { icon: CloseCircleFilled, color: 'var(--danger)' },
  warning: { icon: ExclamationCircleFilled, color: 'var(--warning-mark)' },
  info: { icon: InfoCircleFilled, color: 'var(--info)' },
};

/** The messages of this visit, to read again after they went away. */
export function NotificationsButton({ icon }: { icon: IconType }) {
  const t = useT();
  const history = useStore(toastStore, (state) => state.history);
  const hasUnseen = useStore(toastStore, (state) => state.hasUnseen && state.messageToasts.length === 0);
  return (
    <span style={{ position: 'relative', display: 'inline-flex' }}>
      <Popover
        label={t('Notifications')}
        title={t('Notifications')}
        placement="bottom-end"
        onOpenChange={(isOpen) => isOpen && toastStore.getState().markSeen()}
        bodyStyle={{ padding: '4px 16px' }}
        trigger={<IconButton icon={icon} label={t('Notifications')} />}
      >
        <div className={styles.messages}>
          {history.length === 0 ? (
            <p className={classNames(textRoles.muted, textRoles.small)} style={{ padding: '12px 0' }}>
              {t('Nothing to report since you opened this page.')}
            </p>
          ) : null}
          {history.map((toast) => (
            <div key={toast.id} className={styles.message}>
              <span style={{ paddingTop: 3 }}>
                <Icon of={looks[toast.kind].icon} color={looks[toast.kind].color} />
              </span>
              <span>{toast.text}</span>
            </div>
          ))}
        </div>
      </Popover>
      {hasUnseen ? <span className={styles.dot} /> : null}
    </span>
  );
}

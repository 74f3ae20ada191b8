import type { WireDashboardVisitor } from '@powerset/contract';
import { AvatarGroup, Badge, Tooltip } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';
import { useUserId } from '../../../shell/index.ts';
import styles from './Presence.module.css';
import { usePresence } from './use-presence.ts';

/** Who else has the dashboard open, and who of them edits: seen before two save over each other. */
export function Presence({ isEditing }: { isEditing: boolean }) {
  const t = useT();
  const userId = useUserId();
  const others = usePresence(isEditing);
  if (others.length === 0) return null;
  const nameOf = ({ id, first_name, last_name }: WireDashboardVisitor) =>
    id === userId ? t('You, on another page') : [first_name, last_name].filter(Boolean).join(' ');
  const editors = others.filter((one) => one.is_editing).map(nameOf);
  const [first = '', ...rest] = editors;
  const text =
    rest.length > 0
      ? t('{{name}} and {{count}} more are editing', { name: first, count: rest.length })
      : t('{{name}} is editing', { name: first });
  return (
    <span className={styles.presence} role="status" aria-label={t('Also here')}>
      {editors.length > 0 ? (
        <Tooltip text={editors.join(', ')}>
          <span>
            <Badge kind="warning">{text}</Badge>
          </span>
        </Tooltip>
      ) : null}
      <AvatarGroup users={others.map((one) => ({ id: one.id, username: nameOf(one) }))} />
    </span>
  );
}

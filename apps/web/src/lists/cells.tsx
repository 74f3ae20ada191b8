import { SafetyCertificateFilled, StarFilled, StarOutlined } from '@ant-design/icons-svg';
import type { WireUserSummary } from '@powerset/contract';
import {
  AvatarGroup,
  type AvatarUser,
  Badge,
  classNames,
  Icon,
  Tooltip,
  Truncated,
  textRoles,
  UiLink,
} from '@powerset/ui';
import type { ReactNode } from 'react';
import type { Favorites } from '../api/index.ts';
import { formatWhen, parseServerTime, useLanguage, useT } from '../i18n/index.ts';
import { useSession } from '../shell/index.ts';
import styles from './cells.module.css';

function toAvatarUser(user: WireUserSummary): AvatarUser {
  return { id: user.id, firstName: user.first_name, lastName: user.last_name };
}

/** That somebody vouches for it, and who. */
export function CertifiedMark({ by, details }: { by: string | null | undefined; details?: string | null }) {
  const t = useT();
  if (!by) return null;
  const label = t('Certified by {{name}}', { name: by });
  return (
    <Tooltip text={details ? `${label}: ${details}` : label}>
      <span className={styles.mark} role="img" aria-label={label}>
        <Icon of={SafetyCertificateFilled} color="var(--success)" />
      </span>
    </Tooltip>
  );
}

/** A star that is on or off. */
export function FavoriteStar({ favorites, id, name }: { favorites: Favorites; id: number; name: string }) {
  const t = useT();
  const isOn = favorites.isFavorite(id);
  return (
    <button
      type="button"
      className={classNames(styles.star, isOn && styles.on)}
      aria-pressed={isOn}
      aria-label={t('Favorite {{name}}', { name })}
      onClick={() => void favorites.toggle(id)}
    >
      <Icon of={isOn ? StarFilled : StarOutlined} />
    </button>
  );
}

/** What a row is called, and what stands before and beside it. */
export function NameLine({ thumbnail, children }: { thumbnail?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.line}>
      {thumbnail ? <span className={styles.thumbnail}>{thumbnail}</span> : null}
      {children}
    </div>
  );
}

export function NameText({ children }: { children: ReactNode }) {
  return (
    <span dir="auto" className={classNames(styles.name, textRoles.truncated)}>
      {children}
    </span>
  );
}

/** The beginning of a statement; the whole of it in the tooltip. */
export function SqlText({ sql, problem }: { sql: string; problem?: string | null }) {
  return (
    <>
      <Truncated text={sql.trim()} lines={4} className={styles.sql} />
      {problem ? <Truncated text={problem} lines={2} className={styles.problem} /> : null}
    </>
  );
}

/** A name that leads somewhere, when some page serves its address. */
export function NameLink({ address, children }: { address: string | null; children: string }) {
  const { hasRoute } = useSession();
  if (!address || !hasRoute(address)) return <NameText>{children}</NameText>;
  return (
    <UiLink dir="auto" href={address} className={classNames(styles.name, textRoles.truncated)}>
      {children}
    </UiLink>
  );
}

export function Owners({ users }: { users: readonly WireUserSummary[] | undefined }) {
  return <AvatarGroup users={(users ?? []).map(toAvatarUser)} />;
}

/** A moment in few words; the exact one in the tooltip. Falls back to the server's words. */
export function When({ time, fallback }: { time: unknown; fallback?: string | null }) {
  const language = useLanguage();
  const parsed = parseServerTime(time);
  if (parsed === null) return <span className={textRoles.secondary}>{fallback ?? ''}</span>;
  return (
    <Tooltip text={new Date(parsed).toLocaleString(language)}>
      <time className={textRoles.secondary} dateTime={new Date(parsed).toISOString()}>
        {formatWhen(parsed, Date.now(), language)}
      </time>
    </Tooltip>
  );
}

/** The first name of several as a badge, the others counted. */
export function FirstOf({ names }: { names: readonly string[] }) {
  const [first, ...others] = names;
  if (first === undefined) return null;
  return (
    <span className={styles.badges}>
      <Badge style={{ fontSize: 12 }} title={first}>
        {first}
      </Badge>
      {others.length > 0 ? (
        <Tooltip text={others.join(', ')}>
          <span className={textRoles.secondary}>+{others.length}</span>
        </Tooltip>
      ) : null}
    </span>
  );
}

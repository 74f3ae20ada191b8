import { Tooltip } from '../floating/Tooltip.tsx';
import styles from './AvatarGroup.module.css';

export interface AvatarUser {
  readonly id: number | string;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly username?: string | null;
}

/** The name as it is written; the user name when there is no other. */
export function displayNameOf(user: AvatarUser): string {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return name || user.username || String(user.id);
}

/** One or two letters that stand for a user. */
export function initialsOf(user: AvatarUser): string {
  const words = displayNameOf(user)
    .split(/[\s._-]+/)
    .filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  const joined = letters.map((word) => [...(word ?? '')][0] ?? '').join('');
  return (joined.length > 1 ? joined : (words[0] ?? '').slice(0, 2)).toUpperCase();
}

export function Avatar({ user }: { user: AvatarUser }) {
  const name = displayNameOf(user);
  return (
    <Tooltip text={name}>
      <span className={styles.avatar} role="img" aria-label={name}>
        {initialsOf(user)}
      </span>
    </Tooltip>
  );
}

const MAX_SHOWN = 4;

/** Up to four users side by side; the rest as a number with their names. */
export function AvatarGroup({ users }: { users: readonly AvatarUser[] }) {
  const shown = users.length > MAX_SHOWN ? users.slice(0, MAX_SHOWN - 1) : users;
  const rest = users.slice(shown.length);
  const restNames = rest.map(displayNameOf).join(', ');
  return (
    <span className={styles.group}>
      {shown.map((user) => (
        <Avatar key={user.id} user={user} />
      ))}
      {rest.length > 0 ? (
        <Tooltip text={restNames}>
          <span className={styles.avatar} role="img" aria-label={restNames}>
            +{rest.length}
          </span>
        </Tooltip>
      ) : null}
    </span>
  );
}

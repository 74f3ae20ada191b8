import { Tooltip } from '../floating/Tooltip.tsx';
import styles from './AvatarGroup.module.css';

export interface Person {
  readonly id: number | string;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly username?: string | null;
}

/** The name as people write it; the user name when there is no other. */
export function personName(person: Person): string {
  const name = [person.firstName, person.lastName].filter(Boolean).join(' ');
  return name || person.username || String(person.id);
}

/** One or two letters that stand for a person. */
export function initialsOf(person: Person): string {
  const words = personName(person)
    .split(/[\s._-]+/)
    .filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  const joined = letters.map((word) => [...(word ?? '')][0] ?? '').join('');
  return (joined.length > 1 ? joined : (words[0] ?? '').slice(0, 2)).toUpperCase();
}

export function Avatar({ person }: { person: Person }) {
  const name = personName(person);
  return (
    <Tooltip text={name}>
      <span className={styles.avatar} role="img" aria-label={name}>
        {initialsOf(person)}
      </span>
    </Tooltip>
  );
}

const MAX_SHOWN = 4;

/** Up to four people side by side; the rest as a number with their names. */
export function AvatarGroup({ people }: { people: readonly Person[] }) {
  const shown = people.length > MAX_SHOWN ? people.slice(0, MAX_SHOWN - 1) : people;
  const rest = people.slice(shown.length);
  const restNames = rest.map(personName).join(', ');
  return (
    <span className={styles.group}>
      {shown.map((person) => (
        <Avatar key={person.id} person={person} />
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

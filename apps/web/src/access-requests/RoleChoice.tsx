import type { WireOpeningRole } from '@powerset/contract';
import { classNames, textRoles, UiLink } from '@powerset/ui';
import { useId } from 'react';
import { useT } from '../i18n/index.ts';
import { addresses } from '../shell/index.ts';
import { toGrantText } from './grant-text.ts';
import styles from './RequestsModal.module.css';

/** The object that a role would open. */
export interface ChosenFor {
  readonly title: string;
  readonly url: string;
  readonly isDraft: boolean;
}

/** Why there is no role to give, and what helps. */
export function NoRole({ object }: { readonly object: ChosenFor }) {
  const t = useT();
  if (object.isDraft)
    return (
      <p className={textRoles.small}>
        {t('It is a draft, which only its owners see. Publish it, or make who asks an owner.')}{' '}
        <UiLink href={object.url}>{object.title}</UiLink>
      </p>
    );
  return (
    <p className={textRoles.small}>
      {t('No role would open it. Give one its data first, or make one that has it.')}{' '}
      <UiLink href={addresses.roles}>{t('Roles')}</UiLink>
    </p>
  );
}

interface RoleChoiceProps {
  /** Of whoever would get it. */
  readonly name: string;
  readonly roles: readonly WireOpeningRole[];
  readonly roleId: number | null;
  readonly onChoose: (id: number) => void;
}

/** Roles that would open an object, each with what else it opens. */
export function RoleChoice({ name, roles, roleId, onChoose }: RoleChoiceProps) {
  const t = useT();
  const group = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={textRoles.small}>{t('Role to give to {{name}}, with all that it opens', { name })}</legend>
      <div className={styles.roles}>
        {roles.map((role) => (
          <label key={role.id} className={styles.role}>
            <input type="radio" name={group} checked={role.id === roleId} onChange={() => onChoose(role.id)} />
            <span>
              <span className={textRoles.medium}>{role.name}</span>
              <br />
              <span className={classNames(textRoles.small, textRoles.muted)}>{roleText(t, role)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type T = ReturnType<typeof useT>;

/** What the role opens besides, and who has it. */
function roleText(t: T, role: WireOpeningRole): string {
  const part =
    role.readable_datasets < role.datasets
      ? t('Opens {{count}} of its {{all}} datasets', { count: role.readable_datasets, all: role.datasets })
      : '';
  return [part, dataText(t, role), peopleText(t, role.user_count)].filter(Boolean).join(' · ');
}

function peopleText(t: T, count: number): string {
  if (count === 0) return t('Nobody has it yet');
  return count === 1 ? t('1 person has it') : t('{{count}} people have it', { count });
}

function dataText(t: T, { sees_all_data: seesAll, data_grants: { count, names } }: WireOpeningRole): string {
  if (seesAll) return t('Reads all data');
  if (count === 0) return '';
  const list = names.map(toGrantText).join(', ');
  const more = count - names.length;
  return t('Reads {{names}}', {
    names: more > 0 ? t('{{names}} and {{count}} more', { names: list, count: more }) : list,
  });
}

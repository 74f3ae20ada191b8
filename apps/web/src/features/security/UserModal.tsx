import type { WireAccount } from '@powerset/contract';
import { Checkbox, Field, newUuid, TextInput, textRoles } from '@powerset/ui';
import { useState } from 'react';
import { postItem, resources, updateItem } from '../../api/index.ts';
import { type FieldErrors, FieldPair, FormModal } from '../../controls/form-modal/index.ts';
import { RelationField } from '../../controls/relation-field/index.ts';
import { useT } from '../../i18n/index.ts';
import { useTakesPasswords, useUserId } from '../../shell/index.ts';
import { SaveQuestion } from './SaveQuestion.tsx';
import { saveOver, useOverwriteQuestion } from './save-over.ts';
import { isUserComplete, toNewUser, toUserChange, toUserForm, type UserForm, userDifferences } from './user-form.ts';
import { readUser } from './versions.ts';

interface UserModalProps {
  /** Null makes a new one. */
  readonly user: WireAccount | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
  /** A new person who is to choose the password. */
  readonly onInvite: (user: Pick<WireAccount, 'id' | 'username' | 'email'>) => void;
}

/** Until the person chose one, or where nobody does. */
const unguessable = () => `${newUuid()}${newUuid()}`;

/** Who somebody is, and what for they may sign in. */
export function UserModal({ user, onClose, onSaved, onInvite }: UserModalProps) {
  const t = useT();
  const [opened, setOpened] = useState(user);
  const [form, setForm] = useState(() => toUserForm(user));
  const [invites, setInvites] = useState(false);
  const takesPasswords = useTakesPasswords();
  const sent = user === null && (invites || !takesPasswords) ? { ...form, password: unguessable() } : form;
  const { question, ask } = useOverwriteQuestion();
  const change = (part: Partial<UserForm>) => setForm((last) => ({ ...last, ...part }));
  const take = (theirs: WireAccount) => {
    setOpened(theirs);
    setForm(toUserForm(theirs));
  };
  const save = async () => {
    const { users } = resources;
    if (opened === null) {
      const id = await postItem(users, toNewUser(sent));
      if (invites) onInvite({ id, username: form.username.trim(), email: form.email.trim() });
    } else {
      const isSaved = await saveOver({
        opened,
        save: async (over) => {
          const { last_modified_time } = over;
          await updateItem(users, over.id, { ...toUserChange(opened, form, over), last_modified_time });
        },
        readTheirs: () => readUser(opened.id),
        differencesTo: (theirs) => userDifferences(opened, theirs, t),
        ask,
        take,
      });
      if (!isSaved) return false;
    }
    onSaved();
    return true;
  };
  return (
    <>
      <FormModal
        title={user ? t('Edit user {{name}}', { name: user.username }) : t('Add user')}
        isNew={user === null}
        isComplete={isUserComplete(user, sent)}
        onSave={save}
        onClose={onClose}
      >
        {(errors) => (
          <>
            {user ? null : (
              <Field label={t('Username')} error={errors.username}>
                {(ids) => (
                  <TextInput
                    {...ids}
                    value={form.username}
                    maxLength={64}
                    onChange={(username) => change({ username })}
                  />
                )}
              </Field>
            )}
            <NameFields form={form} errors={errors} change={change} />
            {takesPasswords ? (
              <PasswordFields {...{ user, form, errors, change, invites }} onInvites={setInvites} />
            ) : null}
            <AccessFields user={user} form={form} errors={errors} change={change} />
          </>
        )}
      </FormModal>
      <SaveQuestion question={question} />
    </>
  );
}

interface PartProps {
  readonly form: UserForm;
  readonly errors: FieldErrors;
  readonly change: (part: Partial<UserForm>) => void;
}

function NameFields({ form, errors, change }: PartProps) {
  const t = useT();
  return (
    <>
      <FieldPair>
        <Field label={t('First name')} error={errors.first_name}>
          {(ids) => (
            <TextInput
              {...ids}
              value={form.first_name}
              maxLength={64}
              onChange={(first_name) => change({ first_name })}
            />
          )}
        </Field>
        <Field label={t('Last name')} error={errors.last_name}>
          {(ids) => (
            <TextInput {...ids} value={form.last_name} maxLength={64} onChange={(last_name) => change({ last_name })} />
          )}
        </Field>
      </FieldPair>
      <Field label={t('Email')} note={t('Optional')} error={errors.email}>
        {(ids) => <TextInput {...ids} value={form.email} maxLength={320} onChange={(email) => change({ email })} />}
      </Field>
    </>
  );
}

interface PasswordProps extends PartProps {
  readonly user: WireAccount | null;
  readonly invites: boolean;
  readonly onInvites: (invites: boolean) => void;
}

/** A password, or for somebody new a link to choose one. */
function PasswordFields({ user, form, errors, change, invites, onInvites }: PasswordProps) {
  const t = useT();
  return (
    <>
      {user ? null : (
        <Checkbox isChecked={invites} onChange={onInvites}>
          {t('Invite by a link')}
        </Checkbox>
      )}
      {invites ? null : (
        <Field
          label={user ? t('New password') : t('Password')}
          note={user ? t('Optional') : undefined}
          error={errors.password}
          help={user ? t('A new password signs the user out everywhere.') : undefined}
        >
          {(ids) => (
            <TextInput
              {...ids}
              type="password"
              autoComplete="new-password"
              value={form.password}
              onChange={(password) => change({ password })}
            />
          )}
        </Field>
      )}
    </>
  );
}

function AccessFields({ user, form, errors, change }: PartProps & { readonly user: WireAccount | null }) {
  const t = useT();
  const ownId = useUserId();
  if (user && user.id === ownId)
    return <p className={textRoles.secondary}>{t('Your own access can only be changed by another administrator.')}</p>;
  return (
    <>
      <RelationField
        resource={resources.users}
        kind="roles"
        label={t('Roles')}
        value={form.roles}
        known={user?.roles.map(({ id, name }) => ({ value: id, text: name }))}
        error={errors.roles}
        help={t('Gamma and sql_lab open no data by themselves: give data to a role under Roles.')}
        onChange={(roles) => change({ roles })}
      />
      <RelationField
        resource={resources.users}
        kind="groups"
        label={t('Groups')}
        value={form.groups}
        known={user?.groups.map(({ id, name }) => ({ value: id, text: name }))}
        error={errors.groups}
        onChange={(groups) => change({ groups })}
      />
      <Checkbox isChecked={form.active} onChange={(active) => change({ active })}>
        {t('May sign in')}
      </Checkbox>
    </>
  );
}

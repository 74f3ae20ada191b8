import type { WireGroup } from '@powerset/contract';
import { Field, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { postItem, resources, updateItem } from '../../api/index.ts';
import { FormModal } from '../../controls/form-modal/index.ts';
import { RelationField } from '../../controls/relation-field/index.ts';
import { useT } from '../../i18n/index.ts';
import { type GroupForm, groupDifferences, toGroupChange, toGroupForm, toNewGroup } from './group-form.ts';
import { SaveQuestion } from './SaveQuestion.tsx';
import { saveOver, useOverwriteQuestion } from './save-over.ts';
import { readGroup } from './versions.ts';

interface GroupModalProps {
  /** With all its members; null makes a new one. */
  readonly group: WireGroup | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** A group's names, the roles that its members hold, and who they are. */
export function GroupModal({ group, onClose, onSaved }: GroupModalProps) {
  const t = useT();
  const [opened, setOpened] = useState(group);
  const [form, setForm] = useState(() => toGroupForm(group));
  const { question, ask } = useOverwriteQuestion();
  const change = (part: Partial<GroupForm>) => setForm((last) => ({ ...last, ...part }));
  const take = (theirs: WireGroup) => {
    setOpened(theirs);
    setForm(toGroupForm(theirs));
  };
  const save = async () => {
    const { groups } = resources;
    if (opened === null) await postItem(groups, toNewGroup(form));
    else {
      const isSaved = await saveOver({
        opened,
        save: async (over) => {
          const { last_modified_time } = over;
          await updateItem(groups, over.id, { ...toGroupChange(opened, form, over), last_modified_time });
        },
        readTheirs: () => readGroup(opened.id),
        differencesTo: (theirs) => groupDifferences(opened, theirs, t),
        ask,
        take,
      });
      if (!isSaved) return false;
    }
    onSaved();
    return true;
  };
  const texts = [
    { key: 'name', label: t('Group name'), max: 100 },
    { key: 'label', label: t('Label'), max: 150 },
    { key: 'description', label: t('Description'), max: 512 },
  ] as const;
  return (
    <>
      <FormModal
        title={group ? t('Edit group {{name}}', { name: group.name }) : t('Add group')}
        isNew={group === null}
        isComplete={form.name.trim() !== ''}
        onSave={save}
        onClose={onClose}
      >
        {(errors) => (
          <>
            {texts.map(({ key, label, max }) => (
              <Field key={key} label={label} note={key === 'name' ? undefined : t('Optional')} error={errors[key]}>
                {(ids) => (
                  <TextInput {...ids} value={form[key]} maxLength={max} onChange={(text) => change({ [key]: text })} />
                )}
              </Field>
            ))}
            <RelationField
              resource={resources.groups}
              kind="roles"
              label={t('Roles')}
              value={form.roles}
              known={group?.roles.map(({ id, name }) => ({ value: id, text: name }))}
              error={errors.roles}
              onChange={(roles) => change({ roles })}
            />
            <RelationField
              resource={resources.groups}
              kind="users"
              label={t('Members')}
              value={form.users}
              known={group?.users.map(({ id, username }) => ({ value: id, text: username }))}
              error={errors.users}
              help={t('They hold the roles from their next request on.')}
              onChange={(users) => change({ users })}
            />
          </>
        )}
      </FormModal>
      <SaveQuestion question={question} />
    </>
  );
}

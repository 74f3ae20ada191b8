import type { WireTag } from '@powerset/contract';
import { Field, TextArea, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { postItem, resources, updateItem } from '../../api/index.ts';
import { FormModal } from '../../controls/form-modal/index.ts';
import { useT } from '../../i18n/index.ts';

interface TagModalProps {
  /** Null makes a new one. */
  readonly tag: WireTag | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** A tag's name and what it is for. */
export function TagModal({ tag, onClose, onSaved }: TagModalProps) {
  const t = useT();
  const [name, setName] = useState(tag?.name ?? '');
  const [description, setDescription] = useState(tag?.description ?? '');
  const save = async () => {
    const body = { name: name.trim(), description: description.trim() || null };
    if (tag) await updateItem(resources.tags, tag.id, body);
    else await postItem(resources.tags, body);
    onSaved();
    return true;
  };
  return (
    <FormModal
      title={tag ? t('Edit tag') : t('Add tag')}
      isNew={tag === null}
      isComplete={name.trim() !== ''}
      onSave={save}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field label={t('Tag name')} help={t('Without commas and colons.')} error={errors.name}>
            {(ids) => <TextInput {...ids} value={name} maxLength={250} onChange={setName} />}
          </Field>
          <Field label={t('Description')} note={t('Optional')} error={errors.description}>
            {(ids) => <TextArea {...ids} value={description} onChange={setDescription} />}
          </Field>
        </>
      )}
    </FormModal>
  );
}

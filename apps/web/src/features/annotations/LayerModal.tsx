import type { WireAnnotationLayer } from '@powerset/contract';
import { Field, TextArea, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { postItem, resources, updateItem } from '../../api/index.ts';
import { FormModal } from '../../controls/form-modal/index.ts';
import { useT } from '../../i18n/index.ts';

interface LayerModalProps {
  /** Null makes a new one. */
  readonly layer: WireAnnotationLayer | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** A layer's name and what it is for. */
export function LayerModal({ layer, onClose, onSaved }: LayerModalProps) {
  const t = useT();
  const [name, setName] = useState(layer?.name ?? '');
  const [descr, setDescr] = useState(layer?.descr ?? '');
  const save = async () => {
    const body = { name: name.trim(), descr: descr.trim() || null };
    const { annotationLayers } = resources;
    if (layer) await updateItem(annotationLayers, layer.id, body);
    else await postItem(annotationLayers, body);
    onSaved();
    return true;
  };
  return (
    <FormModal
      title={layer ? t('Edit annotation layer properties') : t('Add annotation layer')}
      isNew={layer === null}
      isComplete={name.trim() !== ''}
      onSave={save}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field label={t('Annotation layer name')} error={errors.name}>
            {(ids) => <TextInput {...ids} value={name} maxLength={250} onChange={setName} />}
          </Field>
          <Field label={t('Description')} note={t('Optional')} error={errors.descr}>
            {(ids) => <TextArea {...ids} value={descr} onChange={setDescr} />}
          </Field>
        </>
      )}
    </FormModal>
  );
}

import type { WireCssTemplate } from '@powerset/contract';
import { Field, TextArea, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { postItem, resources, updateItem } from '../../api/index.ts';
import { FormModal } from '../../controls/form-modal/index.ts';
import { useT } from '../../i18n/index.ts';

interface TemplateModalProps {
  /** Null makes a new one. */
  readonly template: WireCssTemplate | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** A template's name and its CSS. */
export function TemplateModal({ template, onClose, onSaved }: TemplateModalProps) {
  const t = useT();
  const [name, setName] = useState(template?.template_name ?? '');
  const [css, setCss] = useState(template?.css ?? '');
  const save = async () => {
    const body = { template_name: name.trim(), css };
    const { cssTemplates } = resources;
    if (template) await updateItem(cssTemplates, template.id, body);
    else await postItem(cssTemplates, body);
    onSaved();
    return true;
  };
  return (
    <FormModal
      title={template ? t('Edit CSS template') : t('Add CSS template')}
      width={800}
      isNew={template === null}
      isComplete={name.trim() !== ''}
      onSave={save}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field label={t('CSS template name')} error={errors.template_name}>
            {(ids) => <TextInput {...ids} value={name} maxLength={250} onChange={setName} />}
          </Field>
          <Field
            label={t('CSS')}
            help={t('Dashboards into which it was loaded keep what they have.')}
            error={errors.css}
          >
            {(ids) => <TextArea {...ids} value={css} rows={14} isMono onChange={setCss} />}
          </Field>
        </>
      )}
    </FormModal>
  );
}

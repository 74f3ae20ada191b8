import type { WireAnnotation } from '@powerset/contract';
import { Field, TextArea, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { annotationsOf, postItem, updateItem } from '../../api/index.ts';
import { FieldPair, FormModal } from '../../controls/form-modal/index.ts';
import { useT } from '../../i18n/index.ts';
import { type AnnotationFields, checkFields, isComplete, toBody, toFields } from './annotation-form.ts';

interface AnnotationModalProps {
  readonly layerId: number;
  /** Null makes a new one. */
  readonly annotation: WireAnnotation | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** What happened, from when to when. */
export function AnnotationModal({ layerId, annotation, onClose, onSaved }: AnnotationModalProps) {
  const t = useT();
  const [fields, setFields] = useState(() => toFields(annotation));
  const patch = (change: Partial<AnnotationFields>) => setFields((last) => ({ ...last, ...change }));
  const own = checkFields(fields);
  const save = async () => {
    const resource = annotationsOf(layerId);
    if (annotation) await updateItem(resource, annotation.id, toBody(fields));
    else await postItem(resource, toBody(fields));
    onSaved();
    return true;
  };
  return (
    <FormModal
      title={annotation ? t('Edit annotation') : t('Add annotation')}
      isNew={annotation === null}
      isComplete={isComplete(fields)}
      onSave={save}
      onClose={onClose}
    >
      {(errors) => {
        const errorOf = (name: string) => (own[name] ? t(own[name]) : errors[name]);
        const time = (name: 'start_dttm' | 'end_dttm', label: string, note?: string) => (
          <Field label={label} note={note} error={errorOf(name)}>
            {(ids) => (
              <TextInput
                {...ids}
                type="datetime-local"
                step={1}
                value={fields[name]}
                onChange={(value) => patch({ [name]: value })}
              />
            )}
          </Field>
        );
        return (
          <>
            <Field label={t('Name')} error={errorOf('short_descr')}>
              {(ids) => (
                <TextInput
                  {...ids}
                  value={fields.short_descr}
                  maxLength={500}
                  onChange={(value) => patch({ short_descr: value })}
                />
              )}
            </Field>
            <FieldPair>
              {time('start_dttm', t('Start (UTC)'))}
              {time('end_dttm', t('End (UTC)'), t('Optional'))}
            </FieldPair>
            <Field label={t('Description')} note={t('Optional')} error={errorOf('long_descr')}>
              {(ids) => (
                <TextArea {...ids} value={fields.long_descr} onChange={(value) => patch({ long_descr: value })} />
              )}
            </Field>
            <Field label={t('JSON metadata')} note={t('Optional')} error={errorOf('json_metadata')}>
              {(ids) => (
                <TextArea
                  {...ids}
                  isMono
                  value={fields.json_metadata}
                  onChange={(value) => patch({ json_metadata: value })}
                />
              )}
            </Field>
          </>
        );
      }}
    </FormModal>
  );
}

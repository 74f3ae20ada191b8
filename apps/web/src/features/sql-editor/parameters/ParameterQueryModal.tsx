import { Button, Checkbox, Field, Modal, TextArea } from '@powerset/ui';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import parts from '../parts.module.css';
import type { Declaration } from './template-params.ts';

interface ParameterQueryModalProps {
  readonly name: string;
  readonly declaration: Declaration;
  readonly onSave: (declaration: Declaration) => void;
  readonly onClose: () => void;
}

/** The query that a parameter's values come from. */
export function ParameterQueryModal({ name, declaration, onSave, onClose }: ParameterQueryModalProps) {
  const t = useT();
  const [query, setQuery] = useState(declaration.query ?? '');
  const [isList, setIsList] = useState(declaration.type === 'list');
  const save = () => {
    onSave({ type: isList ? 'list' : 'text', query: query.trim() });
    onClose();
  };
  return (
    <Modal
      title={t('Values of {{name}}', { name })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" isDisabled={query.trim() === ''} onClick={save}>
            {t('Apply')}
          </Button>
        </>
      }
    >
      <div className={parts.form}>
        <Field
          label={t('Query')}
          help={t(
            'The first column holds the values, a second one what they are called. It runs when the field is opened, and may only read.',
          )}
        >
          {(ids) => (
            <TextArea
              {...ids}
              isMono
              rows={5}
              value={query}
              placeholder="SELECT DISTINCT region FROM orders ORDER BY 1"
              onChange={setQuery}
            />
          )}
        </Field>
        <Checkbox isChecked={isList} onChange={setIsList}>
          {t('Several values can be chosen')}
        </Checkbox>
      </div>
    </Modal>
  );
}

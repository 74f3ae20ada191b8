import type { WireRowLevelRule } from '@powerset/contract';
import { Field, RadioGroup, TextArea, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { postItem, resources, updateItem } from '../../api/index.ts';
import { type FieldErrors, FormModal } from '../../controls/form-modal/index.ts';
import { RelationField } from '../../controls/relation-field/index.ts';
import { useT } from '../../i18n/index.ts';
import { isRuleComplete, type RuleForm, toRuleBody, toRuleForm } from './rule-form.ts';
import { SeenAs } from './SeenAs.tsx';

interface RuleModalProps {
  /** Null makes a new one. */
  readonly rule: WireRowLevelRule | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Whom a rule binds, on which datasets, and which rows are left. */
export function RuleModal({ rule, onClose, onSaved }: RuleModalProps) {
  const t = useT();
  const [form, setForm] = useState(() => toRuleForm(rule));
  const change = (part: Partial<RuleForm>) => setForm((last) => ({ ...last, ...part }));
  const save = async () => {
    const { rowLevelRules } = resources;
    if (rule) await updateItem(rowLevelRules, rule.id, toRuleBody(form));
    else await postItem(rowLevelRules, toRuleBody(form));
    onSaved();
    return true;
  };
  return (
    <FormModal
      title={rule ? t('Edit rule {{name}}', { name: rule.name }) : t('Add rule')}
      isNew={rule === null}
      isComplete={isRuleComplete(form)}
      onSave={save}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field label={t('Name')} error={errors.name}>
            {(ids) => <TextInput {...ids} value={form.name} maxLength={255} onChange={(name) => change({ name })} />}
          </Field>
          <BindingFields {...{ rule, form, errors, change }} />
          <Field
            label={t('Clause')}
            error={errors.clause}
            help={t('SQL that is true for the rows that are shown, for example: {{example}}', {
              example: "country = 'DE'",
            })}
          >
            {(ids) => <TextArea {...ids} isMono value={form.clause} onChange={(clause) => change({ clause })} />}
          </Field>
          <Field
            label={t('Group key')}
            note={t('Optional')}
            error={errors.group_key}
            help={t('Of rules with the same key one is enough; all others must be met together.')}
          >
            {(ids) => (
              <TextInput {...ids} value={form.groupKey} maxLength={255} onChange={(groupKey) => change({ groupKey })} />
            )}
          </Field>
          <Field label={t('Description')} note={t('Optional')} error={errors.description}>
            {(ids) => (
              <TextArea {...ids} value={form.description} onChange={(description) => change({ description })} />
            )}
          </Field>
          <SeenAs rule={rule} form={form} />
        </>
      )}
    </FormModal>
  );
}

interface BindingProps {
  readonly rule: WireRowLevelRule | null;
  readonly form: RuleForm;
  readonly errors: FieldErrors;
  readonly change: (part: Partial<RuleForm>) => void;
}

function BindingFields({ rule, form, errors, change }: BindingProps) {
  const t = useT();
  return (
    <>
      <RadioGroup
        name="rule-kind"
        label={t('Binds')}
        value={form.kind}
        choices={[
          { value: 'Regular', label: t('Binds the roles below') },
          { value: 'Base', label: t('Binds everybody but the roles below') },
        ]}
        onChange={(kind) => change({ kind })}
      />
      <RelationField
        resource={resources.rowLevelRules}
        kind="roles"
        label={t('Roles')}
        value={form.roles}
        known={rule?.roles.map(({ id, name }) => ({ value: id, text: name }))}
        error={errors.roles}
        help={t('Administrators are bound as well, where a rule names their role.')}
        onChange={(roles) => change({ roles })}
      />
      <RelationField
        resource={resources.rowLevelRules}
        kind="tables"
        label={t('Datasets')}
        value={form.tables}
        known={rule?.tables.map(({ id, table_name }) => ({ value: id, text: table_name }))}
        error={errors.tables}
        onChange={(tables) => change({ tables })}
      />
    </>
  );
}

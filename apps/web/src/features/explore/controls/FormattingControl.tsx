import { NumberOutlined } from '@ant-design/icons-svg';
import { isRecord, toList } from '@powerset/chart-kit';
import { Pill } from '@powerset/ui';
import { useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import type { ControlProps } from './control-props.ts';
import { RuleEditor } from './RuleEditor.tsx';
import { Well } from './Well.tsx';

type Rule = Readonly<Record<string, unknown>>;

/** Colours of cells by rules on their numbers. */
export function FormattingControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const rules = toList(value).filter(isRecord);
  const addRef = useRef<HTMLButtonElement>(null);
  const [edited, setEdited] = useState<{ readonly rule: Rule; readonly at: number } | null>(null);
  const save = (rule: Rule) => {
    if (!edited) return;
    onChange(edited.at < rules.length ? rules.map((other, at) => (at === edited.at ? rule : other)) : [...rules, rule]);
    setEdited(null);
  };
  return (
    <Well
      label={t(control.label)}
      addLabel={t('Add new color formatter')}
      addRef={addRef}
      onAdd={() => setEdited({ rule: { operator: '>', colorScheme: 'colorSuccessBase' }, at: rules.length })}
      onDropItem={() => undefined}
    >
      {rules.map((rule, at) => (
        <Pill
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of rules is their meaning
          key={at}
          icon={NumberOutlined}
          name={describeRule(rule)}
          onOpen={() => setEdited({ rule, at })}
          onRemove={() => onChange(rules.filter((other) => other !== rule))}
        />
      ))}
      {edited ? <RuleEditor anchor={addRef} rule={edited.rule} onSave={save} onClose={() => setEdited(null)} /> : null}
    </Well>
  );
}

function describeRule(rule: Rule): string {
  const operator = String(rule.operator ?? '');
  const [left, right] = [rule.targetValueLeft, rule.targetValueRight].map((one) => String(one ?? ''));
  if (operator.includes('x')) return `${left} ${operator.replace('x', String(rule.column ?? ''))} ${right}`;
  return `${rule.column ?? ''} ${operator === 'None' ? '' : operator} ${rule.targetValue ?? ''}`.trim();
}

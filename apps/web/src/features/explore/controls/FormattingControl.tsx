import { NumberOutlined } from '@ant-design/icons-svg';
import {
  type ConditionLook,
  conditionColorLabel,
  conditionColors,
  conditionLooks,
  conditionOperators,
  isRecord,
  lookOf,
  metricsOf,
  readRules,
  ruleColor,
  toList,
  validateRule,
  valueFieldsOf,
} from '@powerset/chart-kit';
import { metricLabel } from '@powerset/contract';
import { Checkbox, Field, Pill, Select } from '@powerset/ui';
import { useRef, useState } from 'react';
import { readChartTheme } from '../../../controls/chart-theme/index.ts';
import { msg, useT } from '../../../i18n/index.ts';
import { EditorPopover } from '../editors/EditorPopover.tsx';
import { useExplore } from '../explore-context.tsx';
import { isNoNumber } from '../model/typed-number.ts';
import parts from '../parts.module.css';
import type { ControlProps } from './control-props.ts';
import { NumberText } from './NumberText.tsx';
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

interface RuleEditorProps {
  readonly anchor: React.RefObject<HTMLButtonElement | null>;
  readonly rule: Rule;
  readonly onSave: (rule: Rule) => void;
  readonly onClose: () => void;
}

interface ValueWords {
  readonly note?: string;
  readonly error?: string | undefined;
}

/** What stands at a value: that it is needed, quietly as long as nobody was there, and then what is wrong with it. */
export function wordsOfValue(draft: Rule, field: string): ValueWords {
  if (!(field in draft)) return { note: msg('Required') };
  return { error: isNoNumber(draft[field]) ? msg('A number is expected') : validateRule(draft)[field] };
}

function RuleEditor({ anchor, rule, onSave, onClose }: RuleEditorProps) {
  const t = useT();
  const { form, dataset, context } = useExplore();
  const [draft, setDraft] = useState(rule);
  const errors = validateRule(draft);
  const said = ({ note, error }: ValueWords) => ({
    note: note ? t(note) : undefined,
    error: error ? t(error) : null,
  });
  const metrics = [...metricsOf(form, 'metrics'), ...metricsOf(form, 'metric'), ...metricsOf(form, 'percent_metrics')];
  const names = new Set([
    ...metrics.map(metricLabel),
    ...context.columns.filter((column) => column.type === 'number').map((column) => column.name),
  ]);
  const patch = (change: Rule) => setDraft({ ...draft, ...change });
  const canSave = readRules([draft]).length === 1;
  return (
    <EditorPopover
      anchor={anchor}
      title={t('Color formatter')}
      draft={draft}
      canSave={canSave}
      onSave={() => onSave(draft)}
      onClose={onClose}
    >
      <div className={parts.fields}>
        <Field label={t('Column')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Column')}
              value={typeof draft.column === 'string' ? draft.column : undefined}
              choices={[...names].map((name) => ({ value: name, label: dataset.verbose_map?.[name] ?? name }))}
              onChange={(column) => patch({ column })}
            />
          )}
        </Field>
        <Field label={t('Color')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Color')}
              value={String(draft.colorScheme)}
              isFreeForm
              choices={colorChoices(String(draft.colorScheme), t)}
              onChange={(colorScheme) => patch({ colorScheme })}
            />
          )}
        </Field>
        <Field label={t('Operator')} error={errors.operator ? t(errors.operator) : null}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Operator')}
              value={String(draft.operator)}
              choices={conditionOperators.map((operator) => ({ value: operator as string, label: operator }))}
              onChange={(operator) => patch({ operator })}
            />
          )}
        </Field>
        <LookFields draft={draft} patch={patch} />
        {valueFieldsOf(String(draft.operator)).map((field) => (
          <Field key={field} label={t(valueLabels[field])} {...said(wordsOfValue(draft, field))}>
            {(ids) => <NumberText {...ids} value={draft[field]} onChange={(value) => patch({ [field]: value })} />}
          </Field>
        ))}
      </div>
    </EditorPopover>
  );
}

const lookLabels: Readonly<Record<ConditionLook, string>> = {
  BACKGROUND_COLOR: msg('Background'),
  TEXT_COLOR: msg('Text'),
  CELL_BAR: msg('Cell bar'),
  ICON: msg('Arrow or dot'),
  ENTIRE_ROW: msg('Whole row'),
};
const pivotLooks: readonly ConditionLook[] = ['BACKGROUND_COLOR', 'TEXT_COLOR', 'ICON'];
const gradual: readonly ConditionLook[] = ['BACKGROUND_COLOR', 'CELL_BAR', 'ENTIRE_ROW'];

/** What a rule colours, where cells have parts, and whether by how far a value is. */
function LookFields({ draft, patch }: { readonly draft: Rule; readonly patch: (change: Rule) => void }) {
  const t = useT();
  const { form } = useExplore();
  const type = String(form.viz_type);
  const [rule] = readRules([{ ...draft, operator: 'None' }]);
  const look = rule ? lookOf(rule) : 'BACKGROUND_COLOR';
  if (!looksByType[type]) return null;
  return (
    <>
      <Field label={t('Formatting')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Formatting')}
            value={look}
            choices={looksByType[type]?.map((value) => ({ value: value as string, label: t(lookLabels[value]) })) ?? []}
            onChange={(objectFormatting) => patch({ objectFormatting, toTextColor: undefined, toAllRow: undefined })}
          />
        )}
      </Field>
      {gradual.includes(look) ? (
        <Checkbox isChecked={draft.useGradient !== false} onChange={(useGradient) => patch({ useGradient })}>
          {t('Use gradient')}
        </Checkbox>
      ) : null}
    </>
  );
}

const looksByType: Readonly<Record<string, readonly ConditionLook[]>> = {
  table: conditionLooks,
  'ag-grid-table': conditionLooks,
  pivot_table_v2: pivotLooks,
};

/** The colours by meaning, each with its colour, and the one that is set where it is none of them. */
function colorChoices(current: string, t: ReturnType<typeof useT>) {
  const theme = readChartTheme();
  const names = conditionColors.includes(current) ? conditionColors : [current, ...conditionColors];
  return names.map((name) => ({
    value: name,
    searchText: conditionColorLabel(name),
    label: (
      <span className={parts.scheme}>
        <span className={parts.schemeColors}>
          <i style={{ background: ruleColor(name, theme) }} />
        </span>
        {t(conditionColorLabel(name))}
      </span>
    ),
  }));
}

const valueLabels = {
  targetValue: msg('Target value'),
  targetValueLeft: msg('Left value'),
  targetValueRight: msg('Right value'),
} as const;

import {
  type ConditionLook,
  type ConditionOperator,
  changeSchemes,
  conditionColorLabel,
  conditionColors,
  conditionLooks,
  conditionOperatorsOf,
  entireRow,
  isChangeRule,
  lookOf,
  metricsOf,
  paintedColumnOf,
  readRules,
  ruleColor,
  textOf,
  validateRule,
  valueFieldsOf,
} from '@powerset/chart-kit';
import { metricLabel } from '@powerset/contract';
import { Checkbox, Field, Select, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { readChartTheme } from '../../../controls/chart-theme/index.ts';
import { msg, useT } from '../../../i18n/index.ts';
import { EditorPopover } from '../editors/EditorPopover.tsx';
import { useExplore } from '../explore-context.tsx';
import { isNoNumber } from '../model/typed-number.ts';
import parts from '../parts.module.css';
import { NumberText } from './NumberText.tsx';

type Rule = Readonly<Record<string, unknown>>;

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
  const isNumber = field !== 'targetValue' || conditionOperatorsOf('number').some((one) => one === draft.operator);
  const isWrong = isNumber && draft.operator !== '=' && isNoNumber(draft[field]);
  return { error: isWrong ? msg('A number is expected') : validateRule(draft)[field] };
}

/** One rule of colours: which cells meet it, and what is coloured of which cell. */
export function RuleEditor({ anchor, rule, onSave, onClose }: RuleEditorProps) {
  const t = useT();
  const [draft, setDraft] = useState(rule);
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
        <ColumnField draft={draft} patch={patch} />
        <ColorField draft={draft} patch={patch} />
        <ConditionFields draft={draft} patch={patch} />
      </div>
    </EditorPopover>
  );
}

interface FieldsProps {
  readonly draft: Rule;
  readonly patch: (change: Rule) => void;
}

interface NamedColumn {
  readonly name: string;
  readonly type: string;
}

/** What a rule can ask for: metrics and numbers; of tables the texts and truths that they show too. */
function useRuleColumns(): readonly NamedColumn[] {
  const { form, context } = useExplore();
  const metrics = [...metricsOf(form, 'metrics'), ...metricsOf(form, 'metric'), ...metricsOf(form, 'percent_metrics')];
  const types = isOfTable(form.viz_type) ? ['number', 'string', 'boolean'] : ['number'];
  const all = [
    ...metrics.map((metric) => ({ name: metricLabel(metric), type: 'number' })),
    ...context.columns.filter(({ type }) => types.includes(type)),
  ];
  return [...new Map(all.toReversed().map((column) => [column.name, column])).values()].reverse();
}

const isOfTable = (type: unknown) => type === 'table' || type === 'ag-grid-table';

const typeOf = (columns: readonly NamedColumn[], name: unknown) =>
  columns.find((column) => column.name === name)?.type ?? 'number';

function ColumnField({ draft, patch }: FieldsProps) {
  const t = useT();
  const { dataset } = useExplore();
  const columns = useRuleColumns();
  const choose = (column: string | undefined) => {
    const operators = conditionOperatorsOf(typeOf(columns, column));
    // What numbers are compared by says nothing of texts.
    const isKept = operators.some((operator) => operator === draft.operator);
    patch({ column, ...(isKept ? {} : { operator: operators[0], targetValue: undefined }) });
  };
  return (
    <Field label={t('Column')}>
      {(ids) => (
        <Select
          {...ids}
          label={t('Column')}
          value={typeof draft.column === 'string' ? draft.column : undefined}
          choices={columns.map(({ name }) => ({ value: name, label: dataset.verbose_map?.[name] ?? name }))}
          onChange={choose}
        />
      )}
    </Field>
  );
}

const changeLabels: Readonly<Record<(typeof changeSchemes)[number], string>> = {
  Green: msg('Green for increase, red for decrease'),
  Red: msg('Red for increase, green for decrease'),
};

function ColorField({ draft, patch }: FieldsProps) {
  const t = useT();
  const { form } = useExplore();
  const isCompared = isOfTable(form.viz_type) && textOf(form, 'time_compare') !== '';
  const changes = isCompared
    ? changeSchemes.map((value) => ({ value: value as string, label: t(changeLabels[value]) }))
    : [];
  return (
    <Field label={t('Color')}>
      {(ids) => (
        <Select
          {...ids}
          label={t('Color')}
          value={String(draft.colorScheme)}
          isFreeForm
          choices={[...colorChoices(String(draft.colorScheme), t), ...changes]}
          onChange={(colorScheme) => patch({ colorScheme })}
        />
      )}
    </Field>
  );
}

const operatorWords: Readonly<Partial<Record<ConditionOperator, string>>> = {
  'begins with': msg('begins with'),
  'ends with': msg('ends with'),
  containing: msg('containing'),
  'not containing': msg('not containing'),
  'is null': msg('is null'),
  'is true': msg('is true'),
  'is false': msg('is false'),
  'is not null': msg('is not null'),
};

/** When a cell is coloured, and what of which cell; a change against an earlier period says all of it itself. */
function ConditionFields({ draft, patch }: FieldsProps) {
  const t = useT();
  const type = typeOf(useRuleColumns(), draft.column);
  const [rule] = readRules([{ column: '', ...draft, operator: 'None' }]);
  if (rule && isChangeRule(rule)) return null;
  const errors = validateRule(draft);
  const said = ({ note, error }: ValueWords) => ({
    note: note ? t(note) : undefined,
    error: error ? t(error) : null,
  });
  return (
    <>
      <Field label={t('Operator')} error={errors.operator ? t(errors.operator) : null}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Operator')}
            value={String(draft.operator)}
            choices={conditionOperatorsOf(type).map((operator) => ({
              value: operator as string,
              label: t(operatorWords[operator] ?? operator),
            }))}
            onChange={(operator) => patch({ operator })}
          />
        )}
      </Field>
      <LookFields draft={draft} patch={patch} type={type} />
      {valueFieldsOf(String(draft.operator)).map((field) => (
        <Field key={field} label={t(valueLabels[field])} {...said(wordsOfValue(draft, field))}>
          {(ids) =>
            type === 'string' ? (
              <TextInput
                {...ids}
                value={String(draft[field] ?? '')}
                onChange={(text) => patch({ [field]: text === '' ? undefined : text })}
              />
            ) : (
              <NumberText {...ids} value={draft[field]} onChange={(value) => patch({ [field]: value })} />
            )
          }
        </Field>
      ))}
    </>
  );
}

const lookLabels: Readonly<Record<ConditionLook, string>> = {
  BACKGROUND_COLOR: msg('Background'),
  TEXT_COLOR: msg('Text'),
  CELL_BAR: msg('Cell bar'),
  ICON: msg('Arrow or dot'),
};
const pivotLooks: readonly ConditionLook[] = ['BACKGROUND_COLOR', 'TEXT_COLOR', 'ICON'];
const gradual: readonly ConditionLook[] = ['BACKGROUND_COLOR', 'CELL_BAR'];

/** What a rule colours, where cells have parts, and whether by how far a value is. */
function LookFields({ draft, patch, type }: FieldsProps & { readonly type: string }) {
  const t = useT();
  const { form } = useExplore();
  const looks = looksByType[String(form.viz_type)];
  const [rule] = readRules([{ column: '', ...draft, operator: 'None' }]);
  const look = rule ? lookOf(rule) : 'BACKGROUND_COLOR';
  if (!looks) return null;
  // What older forms said by switches, or in another spelling, is said in one way from here on.
  const plain = { objectFormating: undefined, toTextColor: undefined };
  return (
    <>
      {isOfTable(form.viz_type) ? <PaintedField draft={draft} patch={patch} /> : null}
      <Field label={t('Formatting')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Formatting')}
            value={look}
            choices={looks.map((value) => ({ value: value as string, label: t(lookLabels[value]) }))}
            onChange={(objectFormatting) => patch({ ...plain, objectFormatting })}
          />
        )}
      </Field>
      {gradual.includes(look) && type === 'number' ? (
        <Checkbox isChecked={draft.useGradient !== false} onChange={(useGradient) => patch({ useGradient })}>
          {t('Use gradient')}
        </Checkbox>
      ) : null}
    </>
  );
}

/** The column that is coloured by the values of the rule's own. */
function PaintedField({ draft, patch }: FieldsProps) {
  const t = useT();
  const { dataset } = useExplore();
  const columns = useRuleColumns();
  const own = String(draft.column ?? '');
  const [rule] = readRules([{ column: own, ...draft, operator: 'None' }]);
  const others = columns.filter(({ name }) => name !== own);
  const choose = (painted: string | undefined) =>
    patch({
      columnFormatting: painted === own ? undefined : painted,
      columnFormating: undefined,
      toAllRow: undefined,
      ...(draft.objectFormatting === entireRow ? { objectFormatting: undefined } : {}),
    });
  return (
    <Field label={t('Colored column')}>
      {(ids) => (
        <Select
          {...ids}
          label={t('Colored column')}
          value={rule ? paintedColumnOf(rule) : own}
          choices={[
            { value: own, label: t('The same column') },
            { value: entireRow, label: t('Whole row') },
            ...others.map(({ name }) => ({ value: name, label: dataset.verbose_map?.[name] ?? name })),
          ]}
          onChange={choose}
        />
      )}
    </Field>
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

import {
  type ControlChoice,
  type ControlDefinition,
  choicesOf,
  cssOfSavedColor,
  isRecord,
  limitChoices,
  maxChoices,
  parseBound,
  parseColor,
  parseTypedNumber,
  toList,
  toNumber,
} from '@powerset/chart-kit';
import {
  Checkbox,
  LabelWithTooltip,
  MultiSelect,
  RadioGroup,
  Segmented,
  Select,
  type SelectValue,
  TextArea,
  TextInput,
} from '@powerset/ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { plainNumber, shownNumber, useLanguage, useT } from '../../../i18n/index.ts';
import { useExplore } from '../explore-context.tsx';
import parts from '../parts.module.css';
import { ColorPicker } from './ColorPicker.tsx';
import { CurrencyFields } from './CurrencyFields.tsx';
import type { ControlProps } from './control-props.ts';

const typingMs = 300;

/**
 * Text that is passed on a moment after the last key, and at once by whoever leaves the field or presses Enter. What can
 * not be passed on stays where it was typed.
 */
function useTyped(
  value: string,
  onSettled: (text: string) => void,
  isReady: (text: string, isLeft: boolean) => boolean = () => true,
) {
  const [typed, setTyped] = useState<string | null>(null);
  const settle = (isLeft = true) => {
    if (typed === null || !isReady(typed, isLeft)) return;
    onSettled(typed);
    setTyped(null);
  };
  const settleRef = useRef(settle);
  settleRef.current = settle;
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => settleRef.current(false), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => () => settleRef.current(), []);
  const field = {
    value: typed ?? value,
    onChange: setTyped,
    onBlur: () => settle(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') settle();
    },
  };
  return { text: field.value, field };
}

const textOfValue = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

export function TextControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const { field } = useTyped(textOfValue(value), onChange);
  return (
    <TextInput
      aria-label={t(control.label)}
      placeholder={control.placeholder ? t(control.placeholder) : undefined}
      {...field}
    />
  );
}

export function TextAreaControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const { field } = useTyped(textOfValue(value), onChange);
  return <TextArea aria-label={t(control.label)} {...field} />;
}

export function NumberControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const kind = control.step !== undefined && Number.isInteger(control.step) ? 'integer' : 'float';
  const language = useLanguage();
  const read = (typed: string) => parseTypedNumber(plainNumber(typed, language, kind === 'integer'), kind);
  const { text, field } = useTyped(shownNumber(value, language), (typed) => onChange(read(typed).value));
  const { errors } = read(text);
  return (
    <>
      <TextInput
        aria-label={t(control.label)}
        inputMode="decimal"
        placeholder={control.placeholder ? t(control.placeholder) : undefined}
        aria-invalid={errors.length > 0 ? true : undefined}
        {...field}
      />
      {errors.map((error) => (
        <div key={error} className={parts.problem} role="alert">
          {t(error)}
        </div>
      ))}
    </>
  );
}

export function CheckboxControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  return (
    <Checkbox isChecked={value === true} onChange={onChange}>
      <LabelWithTooltip tooltip={control.description ? t(control.description) : undefined}>
        {t(control.label)}
      </LabelWithTooltip>
    </Checkbox>
  );
}

function useChoices({ control }: ControlProps) {
  const t = useT();
  const { context } = useExplore();
  return choicesOf(control, context).map((choice) => ({
    value: choice.value,
    label: choiceLabel(choice, control, t),
    searchText: `${choice.label} ${choice.value}`,
  }));
}

/** Names of columns and metrics are nobody's words to translate: they come from the dataset and stand for themselves. */
function choiceLabel({ value, label }: ControlChoice, control: ControlDefinition, t: ReturnType<typeof useT>): string {
  if (typeof value === 'number' && label === String(value)) return groupThousands(value);
  const isName = typeof control.choices === 'function' && value === label;
  return isName ? label : t(label);
}

const groupThousands = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f');

export function SelectControl(props: ControlProps) {
  const { control, value, onChange } = props;
  const t = useT();
  const all = useChoices(props);
  const [typed, setTyped] = useState('');
  const isLong = all.length > maxChoices;
  const choices = limitChoices(all, isLong ? typed : '');
  const shared = {
    ...(isLong ? { onSearch: setTyped } : {}),
    label: t(control.label),
    placeholder: control.placeholder ? t(control.placeholder) : undefined,
    isClearable: control.isClearable,
    isFreeForm: control.isFreeForm,
    choices,
  };
  if (control.isMulti)
    // Values of a select are plain.
    return <MultiSelect {...shared} value={toList(value) as readonly SelectValue[]} onChange={onChange} />;
  const hasNone = value === null && choices.some((choice) => choice.value === null);
  const chosen = value === undefined || (value === null && !hasNone) ? undefined : (value as SelectValue);
  return <Select {...shared} value={chosen} onChange={(next) => onChange(next === undefined ? null : next)} />;
}

const segmentLimit = 3;

export function RadioControl(props: ControlProps) {
  const t = useT();
  const { control, value, onChange } = props;
  const choices = useChoices(props).map((choice) => ({ ...choice, key: String(choice.value) }));
  const choose = (key: string) => onChange(choices.find((choice) => choice.key === key)?.value ?? null);
  if (choices.length <= segmentLimit)
    return <Segmented items={choices} active={String(value)} onChange={choose} label={t(control.label)} isBlock />;
  return (
    <RadioGroup
      name={control.name}
      label={t(control.label)}
      value={String(value)}
      choices={choices.map(({ key, label }) => ({ value: key, label }))}
      onChange={choose}
    />
  );
}

export function SliderControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const number = toNumber(value) ?? toNumber(control.default) ?? 0;
  return (
    <div className={parts.slider}>
      <input
        type="range"
        aria-label={t(control.label)}
        min={control.min ?? 0}
        max={control.max ?? 100}
        step={control.step ?? 1}
        value={number}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <output>{number}</output>
    </div>
  );
}

/** Kept as `{r, g, b, a}`, as the reference has it. */
export function ColorControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  return (
    <ColorPicker
      label={t(control.label)}
      value={cssOfSavedColor(value) ?? null}
      onChange={(color) => {
        const rgb = color === null ? undefined : parseColor(color);
        if (rgb) onChange({ ...rgb, a: 1 });
      }}
    />
  );
}

export function BoundsControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const [low, high] = Array.isArray(value) ? value : [null, null];
  const language = useLanguage();
  const isBound = (text: string) => text.trim() === '' || parseBound(plainNumber(text, language)) !== null;
  const read = (text: string) => parseBound(plainNumber(text, language));
  const isReady = (text: string, isLeft: boolean) => isBound(text) && (isLeft || !/[.,]0*$/.test(text));
  const lower = useTyped(shownNumber(low, language), (text) => onChange([read(text), high ?? null]), isReady);
  const upper = useTyped(shownNumber(high, language), (text) => onChange([low ?? null, read(text)]), isReady);
  const end = (name: string, { text, field }: typeof lower) => (
    <TextInput
      aria-label={`${t(control.label)}: ${name}`}
      aria-invalid={isBound(text) ? undefined : true}
      inputMode="decimal"
      placeholder={name}
      {...field}
    />
  );
  return (
    <>
      <div className={parts.pair}>
        {end(t('Min'), lower)}
        {end(t('Max'), upper)}
      </div>
      {isBound(lower.text) && isBound(upper.text) ? null : (
        <div className={parts.problem} role="alert">
          {t('is expected to be a number')}
        </div>
      )}
    </>
  );
}

export function CurrencyControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  return <CurrencyFields label={t(control.label)} value={isRecord(value) ? value : null} onChange={onChange} />;
}

/** Rows of `["column", ascending]` as JSON text, as the form keeps them. */
export function OrderByControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const { dataset } = useExplore();
  const choices = dataset.columns.flatMap(({ column_name: name }) => [
    { value: JSON.stringify([name, true]), label: `${name} [asc]` },
    { value: JSON.stringify([name, false]), label: `${name} [desc]` },
  ]);
  const entries = toList(value).map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)));
  return (
    <MultiSelect
      label={t(control.label)}
      placeholder={t('Select ...')}
      value={entries}
      choices={choices}
      onChange={onChange}
    />
  );
}

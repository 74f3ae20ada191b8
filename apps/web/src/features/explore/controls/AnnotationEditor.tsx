import {
  type AnnotationType,
  annotationStyles,
  isRecord,
  pairChoices,
  textOf,
  timeShiftChoices,
  toList,
  toNumber,
  validateAnnotationLayer,
} from '@powerset/chart-kit';
import { Checkbox, Field, MultiSelect, Select, TextInput } from '@powerset/ui';
import { type RefObject, useState } from 'react';
import { LoadFailure } from '../../../controls/load-failure/index.ts';
import { useT } from '../../../i18n/index.ts';
import { EditorPopover } from '../editors/EditorPopover.tsx';
import parts from '../parts.module.css';
import { AsyncSelectControl } from './AsyncSelectControl.tsx';
import {
  type AnnotationDraft,
  annotationOpacities,
  annotationSources,
  annotationStyleLabels,
  annotationTypeLabels,
  follows,
  withOverride,
  withoutColumns,
  withSource,
  withType,
} from './annotation-draft.ts';
import { ColorPicker } from './ColorPicker.tsx';
import { NumberText } from './NumberText.tsx';
import { SelectField } from './SelectField.tsx';
import { sourceEndpoint, useTableColumns } from './use-annotation-choices.ts';

export interface AnnotationEditorProps {
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly layer: AnnotationDraft;
  readonly types: readonly AnnotationType[];
  /** Names of the other layers. */
  readonly taken: readonly string[];
  readonly onSave: (layer: AnnotationDraft) => void;
  readonly onClose: () => void;
}

/** One layer: what it is made of, and how it is drawn. */
export function AnnotationEditor({ anchor, layer, types, taken, onSave, onClose }: AnnotationEditorProps) {
  const t = useT();
  const [draft, setDraft] = useState(layer);
  const errors = validateAnnotationLayer(draft, taken);
  // What is still empty needs no red word until something was typed there.
  const shown = Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== 'Required'));
  const partProps: PartProps = { draft, errors: shown, change: setDraft };
  return (
    <EditorPopover
      anchor={anchor}
      title={t('Annotation layer')}
      draft={draft}
      canSave={Object.keys(errors).length === 0}
      onSave={() => onSave({ ...draft, name: textOf(draft, 'name').trim() })}
      onClose={onClose}
    >
      <div className={parts.fields}>
        <NameAndType {...partProps} types={types} />
        <SourceFields {...partProps} />
        <LookFields {...partProps} />
      </div>
    </EditorPopover>
  );
}

interface PartProps {
  readonly draft: AnnotationDraft;
  readonly errors: Readonly<Record<string, string>>;
  readonly change: (draft: AnnotationDraft) => void;
}

function NameAndType({ draft, errors, change, types }: PartProps & { types: readonly AnnotationType[] }) {
  const t = useT();
  const error = errors.name ? t(errors.name) : null;
  return (
    <>
      <Field label={t('Name')} error={error}>
        {(ids) => <TextInput {...ids} value={textOf(draft, 'name')} onChange={(name) => change({ ...draft, name })} />}
      </Field>
      <Field label={t('Annotation layer type')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Annotation layer type')}
            value={textOf(draft, 'annotationType')}
            choices={types.map((type) => ({ value: type as string, label: t(annotationTypeLabels[type]) }))}
            onChange={(type) => {
              const next = types.find((known) => known === type);
              if (next) change(withType(draft, next));
            }}
          />
        )}
      </Field>
    </>
  );
}

function SourceFields(props: PartProps) {
  const { draft, errors, change } = props;
  const t = useT();
  if (draft.annotationType === 'FORMULA') {
    return (
      <Field
        label={t('Formula')}
        error={errors.value ? t(errors.value) : null}
        help={t("Expects a formula with depending time parameter 'x'")}
      >
        {(ids) => (
          <TextInput
            {...ids}
            value={String(draft.value ?? '')}
            placeholder="2x+1"
            onChange={(value) => change({ ...draft, value })}
          />
        )}
      </Field>
    );
  }
  return (
    <>
      <SourcePickers {...props} />
      {draft.sourceType === 'table' && toNumber(draft.value) !== null ? <ColumnFields {...props} /> : null}
      {draft.sourceType === 'table' || draft.sourceType === 'line' ? <OverrideFields {...props} /> : null}
    </>
  );
}

function SourcePickers({ draft, change }: PartProps) {
  const t = useT();
  const sourceType = textOf(draft, 'sourceType');
  const type = draft.annotationType;
  const sources = type === 'EVENT' || type === 'INTERVAL' || type === 'TIME_SERIES' ? annotationSources[type] : [];
  const label = sourceType === 'NATIVE' ? t('Annotation layer') : t('Chart');
  return (
    <>
      <Field label={t('Annotation source')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Annotation source')}
            value={sourceType}
            choices={sources.map((source) => ({ value: source.value, label: t(source.label) }))}
            onChange={(next) => next && change(withSource(draft, next))}
          />
        )}
      </Field>
      <Field label={label}>
        {() => (
          <AsyncSelectControl
            control={{
              name: 'value',
              type: 'async-select',
              label,
              changes: 'drawing',
              endpoint: sourceEndpoint(sourceType),
            }}
            value={toNumber(draft.value)}
            onChange={(value) => change(withoutColumns({ ...draft, value }))}
          />
        )}
      </Field>
    </>
  );
}

/** Which columns of the table hold the time, the end, the title and what describes it. */
function ColumnFields({ draft, change }: PartProps) {
  const t = useT();
  const { data = [], error, isFetching, refetch } = useTableColumns(toNumber(draft.value));
  const choices = data.map((name) => ({ value: name, label: name }));
  const pick = (field: string, label: string) => (
    <Field label={label} key={field}>
      {(ids) => (
        <Select
          {...ids}
          label={label}
          isClearable
          value={textOf(draft, field) || undefined}
          isLoading={isFetching}
          choices={choices}
          onChange={(name) => change({ ...draft, [field]: name })}
        />
      )}
    </Field>
  );
  const isInterval = draft.annotationType === 'INTERVAL';
  return (
    <>
      {error && !isFetching ? (
        <LoadFailure
          title={t('The columns of the chart could not be loaded.')}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : null}
      {pick('timeColumn', isInterval ? t('Interval start column') : t('Event time column'))}
      {isInterval ? pick('intervalEndColumn', t('Interval end column')) : null}
      {pick('titleColumn', t('Title column'))}
      <Field label={t('Description columns')}>
        {(ids) => (
          <MultiSelect
            {...ids}
            label={t('Description columns')}
            value={toList(draft.descriptionColumns).filter((name): name is string => typeof name === 'string')}
            choices={choices}
            onChange={(descriptionColumns) => change({ ...draft, descriptionColumns })}
          />
        )}
      </Field>
    </>
  );
}

/** What of the other chart's query follows the chart that is drawn. */
function OverrideFields({ draft, change }: PartProps) {
  const t = useT();
  const shift = isRecord(draft.overrides) ? textOf(draft.overrides, 'time_shift') : '';
  const box = (name: string, label: string) => (
    <Checkbox
      isChecked={follows(draft, name)}
      onChange={(isOn) => change(withOverride(draft, name, isOn ? null : undefined))}
    >
      {label}
    </Checkbox>
  );
  return (
    <>
      {box('time_range', t("Use this chart's time range"))}
      {box('time_grain_sqla', t("Use this chart's time grain"))}
      <Field label={t('Time shift')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Time shift')}
            isFreeForm
            isClearable
            value={shift || undefined}
            choices={timeShiftChoices.map(({ value, label }) => ({ value: String(value), label: t(label) }))}
            onChange={(next) => change(withOverride(draft, 'time_shift', next || undefined))}
          />
        )}
      </Field>
    </>
  );
}

function LookFields(props: PartProps) {
  const { draft, errors, change } = props;
  const t = useT();
  const isSeries = draft.annotationType === 'TIME_SERIES';
  return (
    <>
      <div className={parts.pair}>
        <Choice
          {...props}
          field="style"
          label={t('Style')}
          choices={annotationStyles.map((one) => [one, annotationStyleLabels[one]] as const)}
        />
        <Choice {...props} field="opacity" label={t('Opacity')} choices={annotationOpacities} />
      </div>
      <div className={parts.pair}>
        <Field label={t('Line width')} note="px" error={errors.width ? t(errors.width) : null}>
          {(ids) => (
            <NumberText
              {...ids}
              value={draft.width === undefined ? 1 : draft.width}
              onChange={(width) => change({ ...draft, width: width ?? '' })}
            />
          )}
        </Field>
        <Field label={t('Color')}>
          {(ids) => (
            <ColorPicker
              id={ids.id}
              label={t('Color')}
              value={textOf(draft, 'color') || null}
              isClearable
              onChange={(color) => change({ ...draft, color })}
            />
          )}
        </Field>
      </div>
      {isSeries ? <Flag {...props} field="showMarkers" label={t('Show markers')} /> : null}
      {isSeries ? <Flag {...props} field="hideLine" label={t('Hide line')} /> : null}
      {draft.annotationType === 'FORMULA' ? null : <Flag {...props} field="showLabel" label={t('Show label')} />}
      <Checkbox isChecked={draft.show === false} onChange={(isHidden) => change({ ...draft, show: !isHidden })}>
        {t('Hide layer')}
      </Checkbox>
    </>
  );
}

function Flag({ draft, change, field, label }: PartProps & { readonly field: string; readonly label: string }) {
  return (
    <Checkbox isChecked={draft[field] === true} onChange={(isOn) => change({ ...draft, [field]: isOn })}>
      {label}
    </Checkbox>
  );
}

interface ChoiceProps extends PartProps {
  readonly field: string;
  readonly label: string;
  readonly choices: readonly (readonly [string, string])[];
}

function Choice({ draft, change, field, label, choices }: ChoiceProps) {
  return (
    <SelectField
      label={label}
      value={textOf(draft, field)}
      choices={pairChoices(choices)}
      onChange={(next) => change({ ...draft, [field]: next ?? '' })}
    />
  );
}

import { SettingOutlined } from '@ant-design/icons';
import { columnsOf, isRecord, metricsOf, numberFormatChoices, timeFormatChoices } from '@powerset/chart-kit';
import { columnLabel, metricLabel } from '@powerset/contract';
import { Checkbox, Field, Icon, Select, TextInput } from '@powerset/ui';
import { useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { EditorPopover } from '../editors/EditorPopover.tsx';
import { useExplore } from '../explore-context.tsx';
import { kindOf } from '../model/dataset.ts';
import type { ControlProps } from './control-props.ts';

type Config = Readonly<Record<string, unknown>>;

/** How each column of a table is shown: format, width, alignment, bars. */
export function ColumnConfigControl({ value, onChange }: ControlProps) {
  const { form, findColumn } = useExplore();
  const configs = isRecord(value) ? value : {};
  const dimensions = [...columnsOf(form, 'groupby'), ...columnsOf(form, 'all_columns')].map(columnLabel);
  const metrics = [...metricsOf(form, 'metrics'), ...metricsOf(form, 'percent_metrics')].map(metricLabel);
  const isTime = (name: string) => {
    const column = findColumn(name);
    return column !== undefined && kindOf(column) === 'temporal';
  };
  return (
    <div className="xp-well">
      {[...new Set([...dimensions, ...metrics])].map((name) => (
        <ConfigRow
          key={name}
          name={name}
          isNumber={metrics.includes(name)}
          isTime={isTime(name)}
          config={isRecord(configs[name]) ? configs[name] : {}}
          onChange={(config) => onChange({ ...configs, [name]: config })}
        />
      ))}
    </div>
  );
}

interface ConfigRowProps {
  readonly name: string;
  readonly isNumber: boolean;
  readonly isTime: boolean;
  readonly config: Config;
  readonly onChange: (config: Config) => void;
}

function ConfigRow({ name, isNumber, isTime, config, onChange }: ConfigRowProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [draft, setDraft] = useState<Config | null>(null);
  return (
    <>
      <button ref={anchor} type="button" className="xp-well__add" onClick={() => setDraft(config)}>
        <Icon of={SettingOutlined} size={12} />
        {name}
      </button>
      {draft ? (
        <EditorPopover
          anchor={anchor}
          title={name}
          canSave
          onClose={() => setDraft(null)}
          onSave={() => {
            onChange(draft);
            setDraft(null);
          }}
        >
          <ConfigFields
            draft={draft}
            patch={(change) => setDraft({ ...draft, ...change })}
            isNumber={isNumber}
            isTime={isTime}
          />
        </EditorPopover>
      ) : null}
    </>
  );
}

interface ConfigFieldsProps {
  readonly draft: Config;
  readonly patch: (change: Config) => void;
  readonly isNumber: boolean;
  readonly isTime: boolean;
}

function ConfigFields({ draft, patch, isNumber, isTime }: ConfigFieldsProps) {
  const t = useT();
  const field = isTime ? 'd3TimeFormat' : 'd3NumberFormat';
  const formats = isTime ? timeFormatChoices : numberFormatChoices;
  return (
    <div className="xp-editor__fields">
      {isNumber || isTime ? (
        <Field label={isTime ? t('Time format') : t('D3 format')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Format')}
              isFreeForm
              isClearable
              value={typeof draft[field] === 'string' ? String(draft[field]) : undefined}
              choices={formats.map((choice) => ({ value: String(choice.value), label: choice.label }))}
              onChange={(next) => patch({ [field]: next })}
            />
          )}
        </Field>
      ) : null}
      <Field label={t('Text align')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Text align')}
            isClearable
            value={typeof draft.horizontalAlign === 'string' ? draft.horizontalAlign : undefined}
            choices={['left', 'center', 'right'].map((side) => ({ value: side, label: t(side) }))}
            onChange={(horizontalAlign) => patch({ horizontalAlign })}
          />
        )}
      </Field>
      <Field label={t('Min width')} note="px">
        {(ids) => (
          <TextInput
            {...ids}
            inputMode="numeric"
            value={draft.columnWidth === undefined ? '' : String(draft.columnWidth)}
            onChange={(text) => patch({ columnWidth: /^\d+$/.test(text) ? Number(text) : undefined })}
          />
        )}
      </Field>
      {isNumber ? (
        <>
          <Checkbox isChecked={draft.showCellBars === true} onChange={(showCellBars) => patch({ showCellBars })}>
            {t('Show cell bars')}
          </Checkbox>
          <Checkbox
            isChecked={draft.colorPositiveNegative === true}
            onChange={(on) => patch({ colorPositiveNegative: on })}
          >
            {t('Color +/-')}
          </Checkbox>
        </>
      ) : null}
    </div>
  );
}

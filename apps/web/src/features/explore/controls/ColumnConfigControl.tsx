import { SettingOutlined } from '@ant-design/icons-svg';
import {
  type ChartForm,
  type ControlDefinition,
  columnsOf,
  comparedFigures,
  comparedPeriodControl,
  controlValue,
  isRecord,
  listedColumns,
  metricsOf,
  validateColumnConfig,
} from '@powerset/chart-kit';
import { columnLabel, metricLabel } from '@powerset/contract';
import { Button, Icon } from '@powerset/ui';
import { useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { EditorPopover } from '../editors/EditorPopover.tsx';
import { useExplore } from '../explore-context.tsx';
import { type ColumnKind, kindOf } from '../model/dataset.ts';
import { ColumnConfigFields, type ConfiguredKind } from './ColumnConfigFields.tsx';
import type { ControlProps } from './control-props.ts';
import well from './Well.module.css';

type Config = Readonly<Record<string, unknown>>;

/** How each column of a table is shown (format, width, alignment, bars), each axis of a radar or each figure of a comparison. */
export function ColumnConfigControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const { form, findColumn } = useExplore();
  const [isAllShown, setIsAllShown] = useState(false);
  const configs = isRecord(value) ? value : {};
  const isRaw = form.query_mode === 'raw';
  const dimensions = columnsOf(form, isRaw ? 'all_columns' : 'groupby').map(columnLabel);
  const metrics = isRaw ? [] : measuredColumns(form);
  const kind = (name: string): ColumnKind => {
    const column = findColumn(name);
    if (metrics.includes(name)) return 'number';
    return column ? kindOf(column) : 'string';
  };
  const listed = control.configures === undefined ? [...dimensions, ...metrics] : subjectsOf(control.configures, form);
  const { names, hasToggle } = listedColumns([...new Set(listed)], isAllShown);
  return (
    <div className={well.well} data-test="column-config">
      {names.map((name) => (
        <ConfigRow
          key={name}
          name={name}
          kind={control.configures ?? kind(name)}
          config={isRecord(configs[name]) ? configs[name] : {}}
          onChange={(config) => onChange({ ...configs, [name]: config })}
        />
      ))}
      {hasToggle ? (
        <Button kind="text" size="small" onClick={() => setIsAllShown(!isAllShown)}>
          {isAllShown ? t('Show less columns') : t('Show all columns')}
        </Button>
      ) : null}
    </div>
  );
}

/** What is configured where it is no column of a table. */
const subjectsOf = (kind: NonNullable<ControlDefinition['configures']>, form: ChartForm): readonly string[] =>
  kind === 'comparison' ? comparedFigures : metricsOf(form, 'metrics').map(metricLabel);

/** The columns that a grouped table measures, as its result names them. */
function measuredColumns(form: ChartForm): readonly string[] {
  const isCompared = controlValue({ form }, comparedPeriodControl) !== null;
  const metrics = metricsOf(form, 'metrics')
    .map(metricLabel)
    .flatMap((name) => (isCompared ? [name, `# ${name}`, `△ ${name}`, `% ${name}`] : [name]));
  return [...metrics, ...metricsOf(form, 'percent_metrics').map((metric) => `%${metricLabel(metric)}`)];
}

interface ConfigRowProps {
  readonly name: string;
  readonly kind: ConfiguredKind;
  readonly config: Config;
  readonly onChange: (config: Config) => void;
}

/** Changes show at once, as long as nothing in the card is wrong; closing without Save takes them back. */
function ConfigRow({ name, kind, config, onChange }: ConfigRowProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const before = useRef(config);
  const [draft, setDraft] = useState<Config | null>(null);
  const errors = validateColumnConfig(draft ?? {});
  const isSound = Object.keys(errors).length === 0;
  const change = (next: Config) => {
    setDraft(next);
    if (Object.keys(validateColumnConfig(next)).length === 0) onChange(next);
  };
  const open = () => {
    before.current = config;
    setDraft(config);
  };
  return (
    <>
      <button ref={anchor} type="button" className={well.add} onClick={open}>
        <Icon of={SettingOutlined} size={12} /> {name}
      </button>
      {draft ? (
        <EditorPopover
          anchor={anchor}
          title={name}
          draft={draft}
          canSave={isSound}
          onClose={() => {
            if (JSON.stringify(config) !== JSON.stringify(before.current)) onChange(before.current);
            setDraft(null);
          }}
          onSave={() => setDraft(null)}
        >
          <ColumnConfigFields draft={draft} errors={errors} kind={kind} change={change} />
        </EditorPopover>
      ) : null}
    </>
  );
}

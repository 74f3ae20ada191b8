import { DeleteOutlined, PlusOutlined, SyncOutlined } from '@ant-design/icons';
import { Button, Checkbox, Field, IconButton, Select, TextArea, TextInput } from '@powerset/ui';
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/index.ts';
import type { DatasetDraft, DraftColumn, DraftMetric } from './dataset-draft.ts';

export interface DraftProps {
  readonly draft: DatasetDraft;
  readonly onChange: (draft: DatasetDraft) => void;
}

const emptyMetric: DraftMetric = {
  metric_name: '',
  verbose_name: null,
  expression: '',
  d3format: null,
  warning_text: null,
};

export function Metrics({ draft, onChange }: DraftProps) {
  const t = useT();
  const put = (metrics: readonly DraftMetric[]) => onChange({ ...draft, metrics });
  const patch = (at: number, change: Partial<DraftMetric>) =>
    put(draft.metrics.map((metric, index) => (index === at ? { ...metric, ...change } : metric)));
  return (
    <>
      <Grid heads={[t('Metric key'), t('Label'), t('SQL expression'), t('D3 format'), '']}>
        {draft.metrics.map((metric, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place and have no other lasting name
          <tr key={at}>
            <Cell
              label={t('Metric key')}
              value={metric.metric_name}
              onChange={(metric_name) => patch(at, { metric_name })}
            />
            <Cell
              label={t('Label')}
              value={metric.verbose_name}
              onChange={(verbose_name) => patch(at, { verbose_name })}
            />
            <Cell
              isMono
              label={t('SQL expression')}
              value={metric.expression}
              onChange={(expression) => patch(at, { expression })}
            />
            <Cell label={t('D3 format')} value={metric.d3format} onChange={(d3format) => patch(at, { d3format })} />
            <td>
              <IconButton
                icon={DeleteOutlined}
                size="small"
                label={t('Delete {{name}}', { name: metric.metric_name })}
                onClick={() => put(draft.metrics.filter((_metric, index) => index !== at))}
              />
            </td>
          </tr>
        ))}
      </Grid>
      <Button size="small" icon={PlusOutlined} onClick={() => put([...draft.metrics, emptyMetric])}>
        {t('Add item')}
      </Button>
    </>
  );
}

function usePatchColumn({ draft, onChange }: DraftProps) {
  const put = (columns: readonly DraftColumn[]) => onChange({ ...draft, columns });
  const patch = (own: DraftColumn, change: Partial<DraftColumn>) =>
    put(draft.columns.map((column) => (column === own ? { ...column, ...change } : column)));
  return { put, patch };
}

export function Columns(props: DraftProps & { onSync: () => void }) {
  const t = useT();
  const { patch } = usePatchColumn(props);
  const own = props.draft.columns.filter((column) => column.expression === null);
  return (
    <>
      <Button size="small" icon={SyncOutlined} onClick={props.onSync}>
        {t('Sync columns from source')}
      </Button>
      <Grid heads={[t('Column'), t('Data type'), t('Label'), t('Is temporal'), t('Is filterable'), t('Is dimension')]}>
        {own.map((column) => (
          <tr key={column.column_name}>
            <td className="ps-mono">{column.column_name}</td>
            <td className="ps-mono ps-t3">{column.type}</td>
            <Cell
              label={t('Label')}
              value={column.verbose_name}
              onChange={(verbose_name) => patch(column, { verbose_name })}
            />
            <FlagCells column={column} patch={patch} />
          </tr>
        ))}
      </Grid>
    </>
  );
}

function FlagCells({
  column,
  patch,
}: {
  column: DraftColumn;
  patch: (column: DraftColumn, change: Partial<DraftColumn>) => void;
}) {
  const t = useT();
  const flags = [
    ['is_dttm', t('Is temporal')],
    ['filterable', t('Is filterable')],
    ['groupby', t('Is dimension')],
  ] as const;
  return flags.map(([flag, label]) => (
    <td key={flag}>
      <Checkbox
        label={`${label}: ${column.column_name}`}
        isChecked={column[flag]}
        onChange={(isOn) => patch(column, { [flag]: isOn })}
      />
    </td>
  ));
}

const emptyColumn: DraftColumn = {
  column_name: '',
  verbose_name: null,
  description: null,
  expression: '',
  type: null,
  is_dttm: false,
  filterable: true,
  groupby: true,
};

export function Calculated(props: DraftProps) {
  const t = useT();
  const { put, patch } = usePatchColumn(props);
  const { columns } = props.draft;
  return (
    <>
      <Grid
        heads={[
          t('Column'),
          t('SQL expression'),
          t('Label'),
          t('Is temporal'),
          t('Is filterable'),
          t('Is dimension'),
          '',
        ]}
      >
        {columns.map((column, at) =>
          column.expression === null ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place and have no other lasting name
            <tr key={at}>
              <Cell
                label={t('Column')}
                value={column.column_name}
                onChange={(column_name) => patch(column, { column_name })}
              />
              <Cell
                isMono
                label={t('SQL expression')}
                value={column.expression}
                onChange={(expression) => patch(column, { expression })}
              />
              <Cell
                label={t('Label')}
                value={column.verbose_name}
                onChange={(verbose_name) => patch(column, { verbose_name })}
              />
              <FlagCells column={column} patch={patch} />
              <td>
                <IconButton
                  icon={DeleteOutlined}
                  size="small"
                  label={t('Delete {{name}}', { name: column.column_name })}
                  onClick={() => put(columns.filter((other) => other !== column))}
                />
              </td>
            </tr>
          ),
        )}
      </Grid>
      <Button size="small" icon={PlusOutlined} onClick={() => put([...columns, emptyColumn])}>
        {t('Add item')}
      </Button>
    </>
  );
}

export function Settings({ draft, onChange }: DraftProps) {
  const t = useT();
  const temporal = draft.columns.filter((column) => column.is_dttm);
  return (
    <div className="xp-editor__fields">
      <Field label={t('Description')}>
        {(ids) => (
          <TextArea
            {...ids}
            value={draft.description ?? ''}
            onChange={(description) => onChange({ ...draft, description })}
          />
        )}
      </Field>
      {draft.kind === 'virtual' ? (
        <Field label={t('SQL')}>
          {(ids) => (
            <TextArea
              {...ids}
              isMono
              rows={8}
              value={draft.sql ?? ''}
              onChange={(sql) => onChange({ ...draft, sql })}
            />
          )}
        </Field>
      ) : null}
      <Field label={t('Default datetime column')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Default datetime column')}
            isClearable
            value={draft.main_dttm_col ?? undefined}
            choices={temporal.map((column) => ({ value: column.column_name, label: column.column_name }))}
            onChange={(name) => onChange({ ...draft, main_dttm_col: name ?? null })}
          />
        )}
      </Field>
      <div className="xp-pair">
        <Field label={t('Cache timeout')} note={t('seconds')}>
          {(ids) => (
            <TextInput
              {...ids}
              inputMode="numeric"
              value={draft.cache_timeout === null ? '' : String(draft.cache_timeout)}
              onChange={(text) => onChange({ ...draft, cache_timeout: /^-?\d+$/.test(text) ? Number(text) : null })}
            />
          )}
        </Field>
        <Field label={t('Hours offset')} note={t('hours')}>
          {(ids) => (
            <TextInput
              {...ids}
              inputMode="numeric"
              value={String(draft.offset)}
              onChange={(text) => onChange({ ...draft, offset: /^-?\d+$/.test(text) ? Number(text) : 0 })}
            />
          )}
        </Field>
      </div>
      <Checkbox
        isChecked={draft.filter_select_enabled}
        onChange={(filter_select_enabled) => onChange({ ...draft, filter_select_enabled })}
      >
        {t('Autocomplete filters')}
      </Checkbox>
      <Checkbox
        isChecked={draft.always_filter_main_dttm}
        onChange={(always_filter_main_dttm) => onChange({ ...draft, always_filter_main_dttm })}
      >
        {t('Always filter main datetime column')}
      </Checkbox>
    </div>
  );
}

function Grid({ heads, children }: { heads: readonly string[]; children: ReactNode }) {
  return (
    <table className="xp-grid">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface CellProps {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly isMono?: boolean;
}

function Cell({ label, value, onChange, isMono }: CellProps) {
  return (
    <td>
      <TextInput
        size="small"
        aria-label={label}
        className={isMono ? 'ps-mono' : undefined}
        value={value ?? ''}
        onChange={onChange}
      />
    </td>
  );
}

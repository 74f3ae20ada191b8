import { EditOutlined, PartitionOutlined, RightOutlined, SaveOutlined } from '@ant-design/icons-svg';
import type { ChartForm } from '@powerset/chart-kit';
import { chartTypes } from '@powerset/charts/types';
import type { MarkFilter } from '@powerset/charts/views';
import { Button, EmptyState, Icon, Modal, Select, sayBeside, Tabs } from '@powerset/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { errorText } from '../api/index.ts';
import { useChartDefinition } from '../chart-runs/index.ts';
import { useT } from '../i18n/index.ts';
import { useSession } from '../shell/index.ts';
import { useDrillInfo } from './asking.ts';
import { DetailDialog } from './DetailDialog.tsx';
import styles from './Dialogs.module.css';
import { DrilledChart } from './DrilledChart.tsx';
import { type DrillStep, drilledForm, fittingTypes } from './drill-by.ts';
import { SaveChartDialog } from './SaveChartDialog.tsx';
import { keepInExplore } from './saving.ts';
import type { DrillSubject } from './subject.ts';

interface ByProps {
  readonly subject: DrillSubject;
  readonly start: { readonly steps: readonly DrillStep[]; readonly filters: readonly MarkFilter[] };
  readonly onClose: () => void;
}

type View = 'chart' | 'table';

/** A chart's number by other columns: a step deeper with each mark, and back along the path. */
export function ByDialog({ subject, start, onClose }: ByProps) {
  const t = useT();
  const [steps, setSteps] = useState(start.steps);
  const [vizType, setVizType] = useState<string | null>(null);
  const [view, setView] = useState<View>('chart');
  const [rowsOf, setRowsOf] = useState<readonly MarkFilter[] | null>(null);
  const column = steps.at(-1)?.column;
  const types = column === undefined ? [] : fittingTypes(subject, steps);
  const type = vizType !== null && types.includes(vizType) ? vizType : types[0];
  const above = steps.flatMap(({ filters }) => filters);
  const choose = (name: string) => {
    const last = steps.at(-1) ?? { filters: start.filters, label: start.filters.map(({ label }) => label).join(', ') };
    setSteps([...steps.slice(0, -1), { ...last, column: name }]);
  };
  return (
    <Modal
      title={t('Drill by: {{title}}', { title: subject.title })}
      width={1080}
      closesAtOnce
      onClose={onClose}
      foot={<Foot {...{ subject, steps, type, onClose }} />}
    >
      <Path {...{ subject, steps }} onGo={(count) => setSteps(steps.slice(0, count))} />
      <div className={styles.tools}>
        <ColumnField {...{ subject, column, above }} onChange={choose} />
        {type ? <TypeField {...{ types, type }} onChange={setVizType} /> : null}
        <span className={styles.end} hidden={!type}>
          <Tabs
            label={t('View')}
            active={view}
            onChange={setView}
            items={[
              { key: 'chart', label: t('Chart') },
              { key: 'table', label: t('Table') },
            ]}
          />
        </span>
      </div>
      <div className={styles.body}>
        {type && column !== undefined ? (
          <Drilled
            {...{ subject, steps, type, view }}
            onStep={(step) => setSteps([...steps, step])}
            onRows={(filters) => setRowsOf([...above, ...filters])}
          />
        ) : (
          <EmptyState icon={PartitionOutlined} title={t('Choose a column by which to drill.')} />
        )}
      </div>
      {rowsOf ? <DetailDialog subject={subject} filters={rowsOf} onClose={() => setRowsOf(null)} /> : null}
    </Modal>
  );
}

interface StepsProps {
  readonly subject: DrillSubject;
  readonly steps: readonly DrillStep[];
}

/** The way down so far; a press on a step goes back there. */
function Path({ subject, steps, onGo }: StepsProps & { readonly onGo: (count: number) => void }) {
  const t = useT();
  const nameOf = (column: string) => subject.verboseNames[column] || column;
  if (steps.length === 0) return null;
  return (
    <nav aria-label={t('Drill path')}>
      <ol className={styles.path}>
        {steps.map((step, index) => {
          const words = [step.label, t('by {{column}}', { column: nameOf(step.column) })].filter(Boolean).join(' ');
          const isLast = index === steps.length - 1;
          return (
            // A step is its place on the way.
            // biome-ignore lint/suspicious/noArrayIndexKey: the same step may be taken twice
            <li key={index}>
              {index > 0 ? <Icon of={RightOutlined} size={10} className={styles.separator} /> : null}
              {isLast ? (
                <span className={styles.here} aria-current="step">
                  {words}
                </span>
              ) : (
                <Button kind="link" size="small" onClick={() => onGo(index + 1)}>
                  {words}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

interface ColumnFieldProps {
  readonly subject: DrillSubject;
  readonly column: string | undefined;
  readonly above: readonly MarkFilter[];
  readonly onChange: (column: string) => void;
}

function ColumnField({ subject, column, above, onChange }: ColumnFieldProps) {
  const t = useT();
  const info = useDrillInfo(subject);
  const taken = new Set(above.map((filter) => filter.column));
  const choices = (info.data?.columns ?? [])
    .filter(({ column_name: name }) => name === column || !taken.has(name))
    .map(({ column_name: value, verbose_name: name }) => ({ value, label: name || value }));
  return (
    <span className={styles.field}>
      <span className={styles.count} aria-hidden="true">
        {t('By')}
      </span>
      <Select
        size="small"
        label={t('Column to drill by')}
        placeholder={t('Choose a column')}
        choices={choices}
        value={column}
        isLoading={info.isPending}
        onChange={(name) => name !== undefined && onChange(String(name))}
      />
    </span>
  );
}

interface TypeFieldProps {
  readonly types: readonly string[];
  readonly type: string;
  readonly onChange: (type: string) => void;
}

function TypeField({ types, type, onChange }: TypeFieldProps) {
  const t = useT();
  const choices = types.map((value) => ({
    value,
    label: t(chartTypes.all.find(({ key }) => key === value)?.name ?? value),
  }));
  return (
    <span className={styles.field}>
      <span className={styles.count} aria-hidden="true">
        {t('As')}
      </span>
      <Select
        size="small"
        label={t('Chart type')}
        choices={choices}
        value={type}
        onChange={(key) => key !== undefined && onChange(String(key))}
      />
    </span>
  );
}

interface DrilledProps extends StepsProps {
  readonly type: string;
  readonly view: View;
  readonly onStep: (step: DrillStep) => void;
  readonly onRows: (filters: readonly MarkFilter[]) => void;
}

function Drilled({ subject, steps, type, ...props }: DrilledProps) {
  const { definition } = useChartDefinition(type);
  if (!definition) return null;
  const form: ChartForm = drilledForm(subject, steps, type);
  return <DrilledChart key={type} {...props} {...{ subject, definition, form }} path={steps} />;
}

interface FootProps extends StepsProps {
  readonly type: string | undefined;
  readonly onClose: () => void;
}

function Foot({ subject, steps, type, onClose }: FootProps) {
  const t = useT();
  const navigate = useNavigate();
  const { can } = useSession();
  const [isSaving, setIsSaving] = useState(false);
  const form = type === undefined ? null : drilledForm(subject, steps, type);
  const explore = async (chosen: ChartForm) => {
    const say = sayBeside();
    try {
      const address = await keepInExplore(subject, chosen);
      onClose();
      await navigate(address);
    } catch (error) {
      say.danger(errorText(error));
    }
  };
  return (
    <>
      <Button onClick={onClose}>{t('Close')}</Button>
      {form && can('can_write', 'Chart') ? (
        <Button icon={SaveOutlined} onClick={() => setIsSaving(true)}>
          {t('Save as chart')}
        </Button>
      ) : null}
      {form && can('can_explore', 'Superset') && can('can_write', 'ExploreFormDataRestApi') ? (
        <Button kind="primary" icon={EditOutlined} onClick={() => void explore(form)}>
          {t('Open in Explore')}
        </Button>
      ) : null}
      {form && isSaving ? <SaveChartDialog {...{ subject, form, steps }} onClose={() => setIsSaving(false)} /> : null}
    </>
  );
}

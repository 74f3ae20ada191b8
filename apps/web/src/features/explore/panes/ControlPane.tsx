import { CheckOutlined, RightOutlined } from '@ant-design/icons-svg';
import type { ControlSection, FormProblem } from '@powerset/chart-kit';
import { isControlVisible } from '@powerset/chart-kit';
import { Button, classNames, Icon, Kbd, lineRoles, Tabs, Tooltip } from '@powerset/ui';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { displayKeys, useIsMac } from '../../../shell/index.ts';
import { ControlField } from '../controls/ControlField.tsx';
import { useExplore } from '../explore-context.tsx';
import { faultsOf } from '../model/hints.ts';
import parts from '../parts.module.css';
import { ChartTypes, type ChartTypesProps } from './ChartTypes.tsx';
import styles from './ControlPane.module.css';

export interface ControlPaneProps {
  readonly onVizType: ChartTypesProps['onChoose'];
  readonly isStale: boolean;
  readonly isLoading: boolean;
  readonly onUpdate: () => void;
  readonly onStop: () => void;
}

/** Everything that can be set, in the sections that the chart type declares, and the button that runs it. */
export function ControlPane({ onVizType, isStale, isLoading, onUpdate, onStop }: ControlPaneProps) {
  const t = useT();
  const { definition, context } = useExplore();
  const [tab, setTab] = useState<'data' | 'customize'>('data');
  const [folds, setFolds] = useState<Readonly<Record<string, boolean>>>({});
  const sections = definition.sections.filter((section) => section.isVisible?.(context) ?? true);
  const hasCustomize = sections.some((section) => section.tab === 'customize');
  const shown = hasCustomize ? tab : 'data';
  const tabs = [
    { key: 'data' as const, label: t('Data') },
    ...(hasCustomize ? [{ key: 'customize' as const, label: t('Customize') }] : []),
  ];
  return (
    <section className={parts.pane} aria-label={t('Controls')}>
      <div className={styles.tabs}>
        <Tabs items={tabs} active={shown} onChange={setTab} label={t('Controls')} />
      </div>
      <div className={styles.body}>
        {shown === 'data' ? <ChartTypes onChoose={onVizType} /> : null}
        {sections
          .filter((section) => section.tab === shown)
          .map((section, index) => {
            const key = `${definition.key}:${section.tab}:${section.label}`;
            return (
              <Section
                key={key}
                section={section}
                isFirst={index === 0 && shown === 'data'}
                isOpen={folds[key] ?? !section.isCollapsed}
                onFold={(isOpen) => setFolds({ ...folds, [key]: isOpen })}
              />
            );
          })}
      </div>
      <Foot {...{ isStale, isLoading, onUpdate, onStop }} />
    </section>
  );
}

interface SectionProps {
  readonly section: ControlSection;
  readonly isFirst: boolean;
  readonly isOpen: boolean;
  readonly onFold: (isOpen: boolean) => void;
}

function Section({ section, isFirst, isOpen, onFold }: SectionProps) {
  const t = useT();
  const explore = useExplore();
  const { context } = explore;
  const rows = section.rows
    .map((row) => row.filter((control) => isControlVisible(control, context) && control.type !== 'hidden'))
    .filter((row) => row.length > 0);
  if (rows.length === 0) return null;
  const names = new Set(rows.flat().map((control) => control.name));
  const isWrong = faultsOf(explore).some((problem) => names.has(problem.control));
  const body = rows.map((row) => (
    <div key={row.map((control) => control.name).join()} className={row.length > 1 ? parts.pair : undefined}>
      {row.map((control) => (
        <ControlField key={control.name} control={control} />
      ))}
    </div>
  ));
  if (isFirst) return <div className={styles.section}>{body}</div>;
  return (
    <div className={classNames(styles.section, styles.folding)}>
      <button type="button" className={styles.sectionHead} aria-expanded={isOpen} onClick={() => onFold(!isOpen)}>
        <Icon of={RightOutlined} size={10} className={classNames(styles.caret, isOpen && styles.open)} />
        {t(section.label)}
        {isWrong ? <span className={styles.dot} role="img" aria-label={t('Needs attention')} /> : null}
      </button>
      {isOpen ? <div className={styles.sectionBody}>{body}</div> : null}
    </div>
  );
}

/** A message that is a sentence stands alone, the others follow the control's name. */
function describe(problem: FormProblem, t: ReturnType<typeof useT>): string {
  const message = t(problem.message);
  return /^\p{Lu}/u.test(problem.message) ? message : `${t(problem.label)} ${message}`;
}

function Foot({ isStale, isLoading, onUpdate, onStop }: Omit<ControlPaneProps, 'onVizType'>) {
  const t = useT();
  const explore = useExplore();
  const { problems } = explore;
  const isWrong = faultsOf(explore).length > 0;
  const isMac = useIsMac();
  const [first] = problems;
  const isBlocked = problems.length > 0;
  const word = isBlocked && first ? describe(first, t) : t('Up to date');
  const button = (
    <Button kind={isStale && !isBlocked ? 'primary' : 'default'} isDisabled={isBlocked || !isStale} onClick={onUpdate}>
      {t('Update chart')}
      <Kbd keys={displayKeys('Ctrl Enter', isMac)} />
    </Button>
  );
  return (
    <div className={styles.foot}>
      {!isStale || isBlocked ? (
        <span className={classNames(styles.note, isWrong && styles.wrong, isBlocked && styles.blocked)}>
          {isBlocked ? null : <Icon of={CheckOutlined} size={12} />}
          {isLoading ? null : word}
        </span>
      ) : null}
      <span className={lineRoles.end}>
        {isLoading ? (
          <Button onClick={onStop}>{t('Stop')}</Button>
        ) : (
          <Tooltip
            text={
              isBlocked
                ? [...new Set(problems.map((one) => describe(one, t)))].join(', ')
                : t('Run the query and draw the chart')
            }
            shortcut={displayKeys('Ctrl Enter', isMac)}
          >
            {button}
          </Tooltip>
        )}
      </span>
    </div>
  );
}

import { classNames, textRoles } from '@powerset/ui';
import { useEffect } from 'react';
import type { ChartRun } from '../../../chart-runs/index.ts';
import { msg, useT } from '../../../i18n/index.ts';
import type { EffectState, FilterEffect } from '../filters/index.ts';
import { useDashboard } from '../state/index.ts';
import styles from './FilterEffectList.module.css';
import { useEffectTexts } from './use-effect-texts.ts';

interface Group {
  readonly title: string;
  readonly states: readonly EffectState[];
}

/** In the order in which they matter to who asks why a chart shows what it shows. */
const groups: readonly Group[] = [
  { title: msg('Applied'), states: ['applied', 'waiting'] },
  { title: msg('Without effect'), states: ['rejected'] },
  { title: msg('Chosen, not applied yet'), states: ['pending'] },
  { title: msg('Not in scope'), states: ['out-of-scope'] },
  { title: msg('Without a value'), states: ['unset'] },
];

export interface FilterEffectListProps {
  readonly effects: readonly FilterEffect[];
  readonly chartId: number;
  readonly run: ChartRun | undefined;
  /** Called before the filter bar shows the filter that was chosen. */
  readonly onGo: () => void;
}

/** Every filter of the dashboard, by what it does to a chart. */
export function FilterEffectList(props: FilterEffectListProps) {
  const t = useT();
  const setFocused = useDashboard((state) => state.setFocusedFilterField);
  // The list may be closed under the pointer that rests on an entry.
  useEffect(() => () => setFocused(null), [setFocused]);
  return groups.map(({ title, states }) => {
    const members = props.effects.filter(({ state }) => states.includes(state));
    if (members.length === 0) return null;
    return (
      <section key={title} className={styles.group} aria-label={t(title)}>
        <h3 className={classNames(textRoles.small, textRoles.muted)}>{t(title)}</h3>
        <ul className={styles.list}>
          {members.map((effect) => (
            <li key={effect.id}>
              <Entry {...props} effect={effect} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

function Entry({ effect, chartId, run, onGo }: FilterEffectListProps & { readonly effect: FilterEffect }) {
  const { name, value, reason } = useEffectTexts(effect, chartId, run);
  const isReachable = useDashboard((state) => state.isBarShown);
  const setFocused = useDashboard((state) => state.setFocusedFilterField);
  const goToFilter = useDashboard((state) => state.goToFilter);
  const content = (
    <>
      <span className={styles.line}>
        <span className={classNames(textRoles.medium, styles.name)}>{name}</span>
        {value ? (
          <span dir="auto" className={classNames(textRoles.secondary, textRoles.truncated)}>
            {value}
          </span>
        ) : null}
      </span>
      {reason ? <span className={classNames(textRoles.small, textRoles.muted)}>{reason}</span> : null}
    </>
  );
  if (!isReachable)
    return (
      <div className={styles.entry} title={value}>
        {content}
      </div>
    );
  const show = () => setFocused(effect.id);
  const hide = () => setFocused(null);
  return (
    <button
      type="button"
      className={styles.entry}
      title={value}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onClick={() => {
        onGo();
        goToFilter(effect.id);
      }}
    >
      {content}
    </button>
  );
}

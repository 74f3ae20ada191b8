import { Checkbox } from '@powerset/ui';
import { useT } from '../../../../i18n/index.ts';
import { chartsInScope, type FilterScope, scopeOf } from '../../filters/index.ts';
import { branchIds, type Layout, rootId, tabName } from '../../layout/index.ts';
import { layoutOf, useDashboard } from '../../state/index.ts';
import styles from './ScopeTree.module.css';

export interface ScopeTreeProps {
  readonly scope: FilterScope;
  readonly onChange: (scope: FilterScope) => void;
  /** A chart that cannot be chosen: the one the selection comes from. */
  readonly withoutChartId?: number;
}

/** Which tabs and charts a filter reaches, as a tree of check boxes. */
export function ScopeTree({ scope, onChange, withoutChartId }: ScopeTreeProps) {
  const t = useT();
  const layout = useDashboard(layoutOf);
  const chosen = new Set(chartsInScope(layout, scope));
  const toggle = (ids: readonly number[], isOn: boolean) => {
    const rest = [...chosen].filter((id) => !ids.includes(id));
    onChange(scopeOf(layout, isOn ? [...rest, ...ids] : rest));
  };
  return (
    <section className={styles.tree} aria-label={t('Scoping')}>
      <ul style={{ padding: 0 }}>
        <Branch id={rootId} {...{ layout, chosen, toggle, withoutChartId }} />
      </ul>
    </section>
  );
}

interface BranchProps {
  readonly id: string;
  readonly layout: Layout;
  readonly chosen: ReadonlySet<number>;
  readonly toggle: (ids: readonly number[], isOn: boolean) => void;
  readonly withoutChartId: number | undefined;
}

function Branch({ id, layout, chosen, toggle, withoutChartId }: BranchProps) {
  const t = useT();
  const node = layout[id];
  if (!node) return null;
  const below = node.children.map((child) => (
    <Branch key={child} id={child} {...{ layout, chosen, toggle, withoutChartId }} />
  ));
  const chartIds = chartsBelow(layout, id).filter((chartId) => chartId !== withoutChartId);
  const isShown = node.type === 'ROOT' || node.type === 'TAB' || node.type === 'CHART';
  if (!isShown) return <>{below}</>;
  if (chartIds.length === 0) return null;
  const count = chartIds.filter((chartId) => chosen.has(chartId)).length;
  const names: Readonly<Record<string, string>> = { ROOT: t('All panels'), TAB: tabName(node) };
  const name = names[node.type] ?? node.meta.sliceNameOverride ?? node.meta.sliceName ?? '';
  return (
    <li>
      <Checkbox
        isChecked={count === chartIds.length}
        isMixed={count > 0 && count < chartIds.length}
        onChange={(isOn) => toggle(chartIds, isOn)}
      >
        {name}
      </Checkbox>
      {node.children.length > 0 ? <ul>{below}</ul> : null}
    </li>
  );
}

function chartsBelow(layout: Layout, id: string): readonly number[] {
  const ids = branchIds(layout, id).flatMap((nodeId) => layout[nodeId]?.meta.chartId ?? []);
  return [...new Set(ids)];
}

import { SettingOutlined } from '@ant-design/icons-svg';
import { IconButton, MenuButton, type MenuEntry, sayBeside } from '@powerset/ui';
import { Suspense, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { lazyPart, loadCode, useSession } from '../../../shell/index.ts';
import { type Metadata, useDashboard, useOpenDashboard } from '../state/index.ts';

const FilterConfigModal = lazyPart(async () => (await import('./settings/FilterConfigModal.tsx')).FilterConfigModal);
const CrossScopesModal = lazyPart(async () => (await import('./settings/CrossScopesModal.tsx')).CrossScopesModal);

type Dialog = 'filters' | 'cross-scopes';

type Orientation = 'VERTICAL' | 'HORIZONTAL';

/** Which way the filter bar lies; across the top only where the feature is on. */
export function useOrientation(): Orientation {
  const { isFeatureEnabled } = useSession();
  const stored = useDashboard((state) => state.metadata.filter_bar_orientation);
  return stored === 'HORIZONTAL' && isFeatureEnabled('HORIZONTAL_FILTER_BAR') ? 'HORIZONTAL' : 'VERTICAL';
}

/** What the dashboard's editors can set about its filters. Each choice is saved at once. */
export function FilterSettings() {
  const t = useT();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const items = useSettings(setDialog);
  return (
    <>
      <MenuButton
        label={t('Filter settings')}
        placement="bottom-start"
        trigger={<IconButton icon={SettingOutlined} size="small" label={t('Filter settings')} hasTooltip={false} />}
        items={items}
      />
      {dialog ? (
        <Suspense fallback={null}>
          {dialog === 'filters' ? (
            <FilterConfigModal onClose={() => setDialog(null)} />
          ) : (
            <CrossScopesModal onClose={() => setDialog(null)} />
          )}
        </Suspense>
      ) : null}
    </>
  );
}

function useSettings(open: (dialog: Dialog) => void): readonly MenuEntry[] {
  const t = useT();
  const { isFeatureEnabled } = useSession();
  const { store } = useOpenDashboard();
  const orientation = useOrientation();
  const hasCross = useDashboard((state) => state.features.hasCrossFilters);
  const isCrossOn = useDashboard((state) => state.metadata.cross_filters_enabled !== false);
  const save = async (change: Metadata) => {
    const say = sayBeside();
    const saving = await loadCode(() => import('../saving/index.ts'));
    await saving?.saveMetadata(store, change).catch((error: unknown) => say.danger(saving.saveProblem(error)));
  };
  const lie = (to: Orientation, label: string) => ({
    key: to,
    label,
    isChecked: orientation === to,
    onSelect: () => void save({ filter_bar_orientation: to }),
  });
  const cross = [
    { key: 'cross-scopes', label: t('Cross-filtering scoping'), onSelect: () => open('cross-scopes') },
    {
      key: 'cross-enabled',
      label: t('Enable cross-filtering'),
      isChecked: isCrossOn,
      onSelect: () => void save({ cross_filters_enabled: !isCrossOn }),
    },
  ];
  const orientations = [
    { kind: 'rule' as const, key: 'rule' },
    { kind: 'heading' as const, key: 'orientation', label: t('Orientation of filter bar') },
    lie('VERTICAL', t('Vertical (Left)')),
    lie('HORIZONTAL', t('Horizontal (Top)')),
  ];
  return [
    { key: 'filters', label: t('Add/Edit Filters'), onSelect: () => open('filters') },
    ...(hasCross ? cross : []),
    ...(isFeatureEnabled('HORIZONTAL_FILTER_BAR') ? orientations : []),
  ];
}

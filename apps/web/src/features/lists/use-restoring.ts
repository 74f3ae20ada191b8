import {
  type RestoredObject,
  type TrashLoss,
  type TrashType,
  trashEndpoints,
  type WireTrashed,
} from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { api, errorText, type Resource, resources, useInvalidate } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses } from '../../shell/index.ts';

type T = ReturnType<typeof useT>;

const places: Readonly<Record<TrashType, { readonly resource: Resource; readonly addressOf: (id: number) => string }>> =
  {
    chart: { resource: resources.charts, addressOf: (id) => addresses.chart(id) },
    dashboard: { resource: resources.dashboards, addressOf: (id) => addresses.dashboard(id) },
    dataset: { resource: resources.datasets, addressOf: (id) => addresses.dataset(id) },
    saved_query: { resource: resources.savedQueries, addressOf: (id) => addresses.savedQuery(id) },
  };

function lossText(t: T, loss: TrashLoss): string {
  const texts = {
    slug: t('Another dashboard has its address by now: it has none.'),
    theme: t('Its theme is gone.'),
    schedule: t('Its schedule is paused.'),
  };
  return texts[loss];
}

/** Brings things back one after the other, and says of each what came of it. */
export function useRestoring() {
  const t = useT();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  return useCallback(
    async (rows: readonly WireTrashed[], refresh: () => void) => {
      const restored: RestoredObject[] = [];
      for (const row of rows) {
        try {
          const { result } = await api.callEndpoint(trashEndpoints.restore, { params: { id: row.id } });
          restored.push(result);
        } catch (error) {
          toasts.danger(t('{{name}} could not be restored: {{reason}}', { name: row.name, reason: errorText(error) }));
        }
      }
      refresh();
      for (const type of new Set(restored.map((one) => one.object_type))) await invalidate(places[type].resource);
      const [only] = restored;
      if (!only) return;
      const losses = [...new Set(restored.flatMap(({ lost }) => lost))].map((loss) => lossText(t, loss));
      const name = rows.find((row) => row.object_id === only.object_id && row.object_type === only.object_type)?.name;
      const isOne = restored.length === 1;
      const done = isOne
        ? t('Restored: {{name}}', { name: name ?? '' })
        : t('Restored: {{count}} things', { count: restored.length });
      toasts.success([done, ...losses].join(' '), {
        ...(isOne
          ? {
              action: {
                label: t('Open'),
                onSelect: () => navigate(places[only.object_type].addressOf(only.object_id)),
              },
            }
          : {}),
      });
    },
    [t, navigate, invalidate],
  );
}

import type { ChartTheme } from '@powerset/chart-kit';
import { createContext, useContext, useMemo } from 'react';
import { useStore } from 'zustand';
import { useChartTheme } from '../../../controls/chart-theme/index.ts';
import { useSession } from '../../../shell/index.ts';
import type { DashboardState } from './dashboard-state.ts';
import type { DashboardActions } from './dashboard-store.ts';
import { createLabelColors, type LabelColors } from './label-colors.ts';
import type { OpenDashboard } from './open-dashboard.ts';

const DashboardContext = createContext<OpenDashboard | null>(null);
export const DashboardProvider = DashboardContext.Provider;

export function useOpenDashboard(): OpenDashboard {
  const open = useContext(DashboardContext);
  if (!open) throw new Error('This belongs inside a DashboardProvider.');
  return open;
}

/** A part of the open dashboard's state; the component draws anew when it changes. */
export function useDashboard<Part>(pick: (state: DashboardState & DashboardActions) => Part): Part {
  return useStore(useOpenDashboard().store, pick);
}

export interface ChartLook {
  readonly theme: ChartTheme;
  readonly colorOf: LabelColors;
}

const LookContext = createContext<ChartLook | null>(null);
export const LookProvider = LookContext.Provider;

export function useLook(): ChartLook {
  const look = useContext(LookContext);
  if (!look) throw new Error('This belongs inside a LookProvider.');
  return look;
}

/** Theme and colours of all charts: one assignment, so that a name has one colour on the whole dashboard. */
export function useDashboardLook(): ChartLook {
  const { isFeatureEnabled } = useSession();
  const avoidsCollisions = isFeatureEnabled('AVOID_COLORS_COLLISION');
  const addsAnalogous = isFeatureEnabled('USE_ANALAGOUS_COLORS');
  const scheme = useDashboard((state) => state.metadata.color_scheme);
  const labelColors = useDashboard((state) => state.metadata.label_colors);
  const sharedColors = useDashboard((state) => state.metadata.shared_label_colors);
  const theme = useChartTheme();
  return useMemo(() => {
    // Written as a map of colours by earlier versions, as a list of names since.
    const shared = Array.isArray(sharedColors) ? sharedColors.filter((label) => typeof label === 'string') : [];
    const fixed = Object.fromEntries(
      Object.entries({ ...(Array.isArray(sharedColors) ? {} : sharedColors), ...labelColors }).flatMap(
        ([label, color]) => (typeof color === 'string' ? [[label, color]] : []),
      ),
    );
    return { theme, colorOf: createLabelColors({ scheme, fixed, shared, theme, avoidsCollisions, addsAnalogous }) };
  }, [theme, scheme, labelColors, sharedColors, avoidsCollisions, addsAnalogous]);
}

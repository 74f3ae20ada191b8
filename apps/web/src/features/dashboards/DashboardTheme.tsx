import { useLayoutEffect } from 'react';
import { readObjectText } from '../../controls/json-text/index.ts';
import { wearTheme } from '../../theming/index.ts';
import { useDashboard } from './state/index.ts';

/** Shows the page in the dashboard's own theme for as long as the dashboard is open. */
export function DashboardTheme() {
  const text = useDashboard((state) => state.dashboard.theme?.json_data);
  useLayoutEffect(() => {
    if (text === undefined) return;
    const read = readObjectText(text);
    void wearTheme('dashboard', 'value' in read ? read.value : null);
    return () => void wearTheme('dashboard', null);
  }, [text]);
  return null;
}

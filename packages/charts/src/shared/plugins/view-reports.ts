import type { PluginReport } from '@powerset/chart-kit';
import { readReport } from './plugin-reports.ts';

/** More reports in a second, or selections, are no view's business. */
const mostReports = 100;
const mostSelections = 5;

export interface ReportsOptions {
  /** The frame of today: it may be another one tomorrow. */
  readonly frame: () => HTMLIFrameElement;
  readonly onReport: (report: PluginReport) => void;
  readonly onFlood: () => void;
}

/** Listens to what the frame of a view says, as far as a view may say it; returns what ends that. */
export function listenToView({ frame, onReport, onFlood }: ReportsOptions): () => void {
  const [reports, selections] = [createCounter(), createCounter()];
  const listen = ({ source, data }: MessageEvent<unknown>) => {
    if (source === null || source !== frame().contentWindow) return;
    if (reports.count() > mostReports) {
      onFlood();
      return;
    }
    const report = readReport(data);
    const isMade = report?.kind !== 'selected' || (isPressedIn(frame()) && selections.count() <= mostSelections);
    if (report && isMade) onReport(report);
  };
  window.addEventListener('message', listen);
  return () => window.removeEventListener('message', listen);
}

/** Selections are made by people: by a press or a key in the frame, which has the focus then. */
const isPressedIn = (frame: HTMLIFrameElement): boolean =>
  document.activeElement === frame && navigator.userActivation?.isActive !== false;

/** How often something happened within a second. */
function createCounter() {
  let since = 0;
  let number = 0;
  return {
    count: () => {
      const now = performance.now();
      if (now - since > 1000) {
        since = now;
        number = 0;
      }
      number += 1;
      return number;
    },
  };
}

import { pictureEndpoints } from '@powerset/contract';
import { sayBeside, type ThemeState, toastStore } from '@powerset/ui';
import { api, errorText } from '../../../api/index.ts';
import { parseLanguage, t } from '../../../i18n/index.ts';
import type { PageFormat } from '../../../pictures/index.ts';
import { loadCode, saveBlob, toFileName } from '../../../shell/index.ts';
import type { DashboardState, OpenDashboard } from '../state/index.ts';

export interface SaveRequest {
  readonly open: OpenDashboard;
  readonly grid: HTMLElement;
  readonly format: PageFormat;
  /** What narrows the dashboard, in words: a picture has no filter bar. */
  readonly factsOf: (state: DashboardState) => readonly string[];
}

/** Saves the open tab whole, with the charts below the fold, which are loaded first. */
export async function saveDashboard({ open, grid, format, factsOf }: SaveRequest): Promise<void> {
  const say = sayBeside();
  const pictures = await loadCode(() => import('../../../pictures/index.ts'));
  if (!pictures) return;
  const { painted, savePage, sayNoPicture } = pictures;
  const work = async ({ tell, signal }: Drawing) => {
    tell(t('Drawing the dashboard…'));
    await painted();
    signal.throwIfAborted();
    const state = open.store.getState();
    const title = state.title || t('[ untitled dashboard ]');
    await savePage({ element: grid, title, facts: factsOf(state), format, signal });
  };
  await whileDrawn({ open, grid }, work).catch((error: unknown) => sayNoPicture(say, error));
}

export interface PrintRequest extends Place {
  readonly theme: ThemeState;
}

/** Opens the browser's own printing once every chart of the open tab is on the page, in the colours that paper takes. */
export async function printDashboard({ open, grid, theme }: PrintRequest): Promise<void> {
  const print = async ({ hideMessage }: Drawing) => {
    hideMessage();
    if (theme.theme === 'dark') await whileLight(theme, window.print);
    else window.print();
  };
  const say = sayBeside();
  await whileDrawn({ open, grid }, print).catch((error: unknown) => {
    say.danger(t('The dashboard could not be printed: {{message}}', { message: errorText(error) }));
  });
}

/** A dark page is drawn light while it is printed: charts are pixels, and take other colours only by being drawn anew. */
async function whileLight({ mode, setMode }: ThemeState, print: () => void): Promise<void> {
  setMode('light');
  try {
    const { painted } = await import('../../../pictures/index.ts');
    // The first picture has the new colours of the page, the second those of charts that were drawn for it.
    for (let pictures = 0; pictures < 2; pictures += 1) await painted();
    print();
  } finally {
    setMode(mode);
  }
}

interface FileRequest {
  readonly open: OpenDashboard;
  readonly theme: 'light' | 'dark';
}

/** Saves the dashboard as a file that filters without a server, in the state in which it is. */
export async function saveOfflineFile({ open, theme }: FileRequest): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const say = sayBeside();
  const toast = say.info(t('Making the file…'), {
    action: { label: t('Cancel'), onSelect: () => controller.abort() },
  });
  const { dashboard, bar, crossMasks, activeTabs, title } = open.store.getState();
  const body = {
    ...{ dataMask: { ...bar.applied, ...crossMasks }, activeTabs: [...activeTabs], theme },
    locale: parseLanguage(document.documentElement.lang),
  };
  try {
    const input = { params: { id: String(dashboard.id) }, body, signal };
    const answer = await api.openEndpoint(pictureEndpoints.offlineFile, input);
    saveBlob(await answer.blob(), `${toFileName(title || t('[ untitled dashboard ]'))}.html`);
  } catch (error) {
    if (!signal.aborted) say.danger(errorText(error));
  } finally {
    toastStore.getState().remove(toast);
  }
}

type Place = Pick<SaveRequest, 'open' | 'grid'>;

interface Drawing {
  readonly tell: (text: string) => void;
  readonly hideMessage: () => void;
  readonly signal: AbortSignal;
}

/** Works while every chart of the open tab is held on the page, under a message that can cancel it. */
async function whileDrawn({ open, grid }: Place, work: (drawing: Drawing) => void | Promise<void>): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const toast = sayBeside().info(t('Drawing the dashboard…'), {
    action: { label: t('Cancel'), onSelect: () => controller.abort() },
  });
  const tell = (text: string) => toastStore.getState().update(toast, text);
  const hideMessage = () => toastStore.getState().remove(toast);
  const releases: (() => void)[] = [];
  const hold = (ids: readonly number[]) => void releases.push(open.feed.hold(ids));
  try {
    await allDrawn({ open, grid, hold, tell, signal });
    await work({ tell, hideMessage, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    for (const release of releases) release();
    hideMessage();
  }
}

interface Waiting {
  readonly open: OpenDashboard;
  readonly grid: HTMLElement;
  readonly hold: (chartIds: readonly number[]) => void;
  readonly tell: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Until every chart of the grid is on the page, or says why not. Those of a tab that is opened meanwhile count too. */
async function allDrawn({ open, grid, hold, tell, signal }: Waiting): Promise<void> {
  const held = new Set<number>();
  const rest = () => {
    const cards = [...grid.querySelectorAll<HTMLElement>('[data-chart-id]')];
    const asked = cards.filter((card) => open.feed.payloadOf(idOf(card)));
    const unheld = asked.map(idOf).filter((id) => !held.has(id));
    for (const id of unheld) held.add(id);
    if (unheld.length > 0) hold(unheld);
    const done = asked.filter(({ dataset }) => dataset.chartState === 'ready' || dataset.chartState === 'error').length;
    if (done < asked.length) tell(t('Loading charts: {{done}} of {{count}}', { done, count: asked.length }));
    return asked.length - done;
  };
  while (rest() > 0) {
    await pageChange(signal);
    if (!grid.isConnected) throw new Error(t('The dashboard was left.'));
  }
}

const idOf = (card: HTMLElement) => Number(card.dataset.chartId);

/** The next moment in which a chart changes its state, or the page its parts. */
function pageChange(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const observer = new MutationObserver(() => end(resolve));
    const onAbort = () => end(() => reject(signal.reason));
    const end = (tell: () => void) => {
      observer.disconnect();
      signal.removeEventListener('abort', onAbort);
      tell();
    };
    signal.addEventListener('abort', onAbort);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-chart-state'] });
  });
}

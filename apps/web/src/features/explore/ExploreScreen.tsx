import type { ChartDefinition, ChartForm, FormProblem } from '@powerset/chart-kit';
import { completeForm, controlsOf, needsNewQuery, transformForm, validateForm } from '@powerset/chart-kit';
import { findChartDefinition } from '@powerset/charts/definitions';
import { SplitPane } from '@powerset/ui';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { numberSetting } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { useSession, useShortcut } from '../../shell/index.ts';
import { ExploreHead } from './ExploreHead.tsx';
import { type Explore, ExploreProvider } from './explore-context.tsx';
import { toFormContext } from './model/dataset.ts';
import { createExploreStore, type ExploreStore, isSameForm } from './model/explore-store.ts';
import { hydrateForm } from './model/hydrate.ts';
import { placePick } from './model/pick.ts';
import { ChartPane } from './panes/ChartPane.tsx';
import { ControlPane } from './panes/ControlPane.tsx';
import { DataPane, type DataTab } from './panes/DataPane.tsx';
import { DatasetPane } from './panes/DatasetPane.tsx';
import { useChartRun } from './use-chart-run.ts';
import { useDatasetMenu } from './use-dataset-menu.tsx';
import type { ExploreStart } from './use-explore-start.ts';
import { useKeptForm } from './use-kept-form.ts';
import { useNarrow } from './use-narrow.ts';

interface ExploreScreenProps {
  readonly start: ExploreStart;
  readonly definition: ChartDefinition;
  readonly visit: string;
  readonly isForced: boolean;
}

function createStore({ start, definition }: ExploreScreenProps, maxRows: number): ExploreStore {
  const { dataset, slice } = start;
  const hydration = { definition, dataset, formContext: toFormContext(dataset, maxRows) };
  return createExploreStore({
    form: hydrateForm(start.form_data, hydration),
    savedForm: slice ? hydrateForm(slice.form_data, hydration) : null,
    chartName: slice?.slice_name ?? '',
  });
}

/** Rules over several controls name them by their keys; people know them by their labels. */
function nameProblems(definition: ChartDefinition, problems: readonly FormProblem[]): readonly FormProblem[] {
  const labels = new Map(controlsOf(definition).map((control) => [control.name, control.label]));
  return problems.map((problem) => ({ ...problem, label: labels.get(problem.control) ?? problem.label }));
}

/** Everything about the form: what it is, what may be done to it, what is wrong with it. */
function useExploreForm(props: ExploreScreenProps) {
  const { bootstrap } = useSession();
  const maxRows = numberSetting(bootstrap, 'SQL_MAX_ROW', 100_000);
  const [store] = useState(() => createStore(props, maxRows));
  const form = useStore(store, (state) => state.form);
  const { dataset } = props.start;
  const formContext = useMemo(() => toFormContext(dataset, maxRows), [dataset, maxRows]);
  const definition = findChartDefinition(form.viz_type) ?? props.definition;
  const explore = useMemo<Explore>(() => {
    const put = (next: ChartForm) => store.getState().change(completeForm(definition, next, formContext));
    return {
      dataset,
      definition,
      formContext,
      form,
      context: { ...formContext, form },
      problems: nameProblems(definition, validateForm(definition, form, formContext)),
      setField: (name, value) => put({ ...store.getState().form, [name]: value }),
      newName: () => `option_${crypto.randomUUID().slice(0, 13)}`,
      findColumn: (name) => dataset.columns.find((column) => column.column_name === name),
    };
  }, [dataset, definition, formContext, form, store]);
  const setVizType = (key: string) => {
    const next = findChartDefinition(key);
    if (!next || next.key === definition.key) return;
    store.getState().change(transformForm(definition, next, { form: store.getState().form, context: formContext }));
  };
  return { store, explore, setVizType };
}

/** Runs the chart: at the start and after a change of type by itself, otherwise when asked. */
function useRunning(explore: Explore, store: ExploreStore, isForced: boolean) {
  const chart = useChartRun(explore.dataset);
  const { definition, form, problems } = explore;
  const { run, start } = chart;
  const drawnForm = run.drawn?.form ?? null;
  const drawnDefinition = drawnForm ? findChartDefinition(drawnForm.viz_type) : undefined;
  const needsQuery =
    drawnForm === null || drawnForm.viz_type !== form.viz_type || needsNewQuery(definition, drawnForm, form);
  const update = useCallback(
    (options: { readonly isForced?: boolean; readonly ownState?: Readonly<Record<string, unknown>> } = {}) => {
      if (problems.length > 0) return;
      store.getState().markQueried(form);
      void start({ definition, form, ...options });
    },
    [definition, form, problems, store, start],
  );
  const lastType = useRef<string | null>(null);
  useEffect(() => {
    if (lastType.current === form.viz_type) return;
    const isFirst = lastType.current === null;
    lastType.current = form.viz_type;
    update({ isForced: isFirst && isForced });
  }, [form.viz_type, update, isForced]);
  const drawForm = drawnForm && drawnDefinition && needsQuery ? drawnForm : form;
  return { ...chart, update, drawForm: run.drawn ? drawForm : null, isStale: needsQuery || run.status === 'failed' };
}

export function ExploreScreen(props: ExploreScreenProps) {
  const t = useT();
  const { start, visit, isForced } = props;
  const { store, explore, setVizType } = useExploreForm(props);
  const running = useRunning(explore, store, isForced);
  const chartName = useStore(store, (state) => state.chartName);
  const [tab, setTab] = useState<DataTab>('results');
  const [isDataOpen, setIsDataOpen] = useState(true);
  const isNarrow = useNarrow();
  const menu = useDatasetMenu(explore, running.run);
  const keptKey = useKeptForm({ explore, start, visit, run: running.run });
  useShortcut({
    keys: 'Ctrl Enter',
    label: t('Update chart'),
    group: t('Explore'),
    worksInFields: true,
    run: () => running.update(),
  });
  const head = <ExploreHead start={start} store={store} explore={explore} formKey={keptKey} />;
  const onPick = (item: Parameters<typeof placePick>[1]) => {
    const placed = placePick(explore, item);
    if (placed && !isSameForm(placed, explore.form)) store.getState().change(placed);
  };
  const dataset = <DatasetPane menu={menu.items} onPick={onPick} />;
  const controls = (
    <ControlPane
      onVizType={setVizType}
      isStale={running.isStale}
      isLoading={running.run.status === 'loading'}
      onUpdate={() => running.update()}
      onStop={running.stop}
    />
  );
  const chart = (
    <ChartPane
      run={running.run}
      drawForm={running.drawForm}
      title={chartName}
      isStale={running.isStale}
      onRefresh={() => running.update({ isForced: true })}
      onUpdate={() => running.update()}
      onStop={running.stop}
      onRendered={running.markRendered}
      onRenderError={running.markRenderFailed}
      onOwnState={(ownState) => running.update({ ownState })}
      onViewAsTable={() => {
        setTab('results');
        setIsDataOpen(true);
      }}
    />
  );
  const data = (
    <DataPane
      run={running.run}
      tab={tab}
      isOpen={isDataOpen}
      onTab={setTab}
      onToggle={() => setIsDataOpen(!isDataOpen)}
    />
  );
  return (
    <ExploreProvider value={explore}>
      <div className="xp">
        {head}
        {isNarrow ? (
          <NarrowPanes panes={{ dataset, controls, chart, data }} />
        ) : (
          <WidePanes panes={{ dataset, controls, chart, data }} isDataOpen={isDataOpen} />
        )}
      </div>
      {menu.modals}
    </ExploreProvider>
  );
}

interface Panes {
  readonly dataset: React.ReactNode;
  readonly controls: React.ReactNode;
  readonly chart: React.ReactNode;
  readonly data: React.ReactNode;
}

function WidePanes({ panes, isDataOpen }: { panes: Panes; isDataOpen: boolean }) {
  const t = useT();
  const right = isDataOpen ? (
    <SplitPane
      direction="column"
      sized="second"
      defaultSize={296}
      min={96}
      storageKey="chart_split_sizes"
      label={t('Height of the data panel')}
      first={panes.chart}
      second={panes.data}
    />
  ) : (
    <div className="xp-stack">
      {panes.chart}
      {panes.data}
    </div>
  );
  return (
    <div className="xp-panes">
      <SplitPane
        direction="row"
        defaultSize={264}
        min={180}
        max={480}
        storageKey="datasource_width"
        label={t('Width of the dataset panel')}
        first={panes.dataset}
        second={
          <SplitPane
            direction="row"
            defaultSize={312}
            min={260}
            max={560}
            storageKey="controls_width"
            label={t('Width of the control panel')}
            first={panes.controls}
            second={right}
          />
        }
      />
    </div>
  );
}

/** On a phone one pane at a time, the chart first. */
function NarrowPanes({ panes }: { panes: Panes }) {
  const t = useT();
  const [shown, setShown] = useState<keyof Panes>('chart');
  const names: readonly (readonly [keyof Panes, string])[] = [
    ['chart', t('Chart')],
    ['controls', t('Controls')],
    ['dataset', t('Dataset')],
    ['data', t('Data')],
  ];
  return (
    <>
      <div className="xp-switch" role="tablist" aria-label={t('Panels')}>
        {names.map(([key, label]) => (
          <button
            key={key}
            type="button"
            role="tab"
            aria-selected={key === shown}
            className="xp-switch__tab"
            onClick={() => setShown(key)}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="xp-panes">{panes[shown]}</div>
    </>
  );
}

import { useMedia } from '@powerset/ui';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useT } from '../../i18n/index.ts';
import { useListedKeys, useShortcut } from '../../shell/index.ts';
import { type Annotations, AnnotationsProvider, useAnnotationRuns } from './annotations-context.tsx';
import { ExploreHead } from './ExploreHead.tsx';
import { ExploreProvider } from './explore-context.tsx';
import frame from './frame.module.css';
import { isSameForm } from './model/explore-store.ts';
import { placePick } from './model/pick.ts';
import { NarrowPanes, type Panes, WidePanes } from './PaneLayout.tsx';
import { ChartPane, type PlotProps } from './panes/ChartPane.tsx';
import { ControlPane } from './panes/ControlPane.tsx';
import { DataPane, type DataTab } from './panes/DataPane.tsx';
import { DatasetPane } from './panes/DatasetPane.tsx';
import { StandaloneChart } from './StandaloneChart.tsx';
import { useDatasetMenu } from './use-dataset-menu.tsx';
import { type ExploreForm, type FormInput, useExploreForm } from './use-explore-form.ts';
import { useKeptForm } from './use-kept-form.ts';
import { useRights } from './use-rights.ts';
import { useRunning } from './use-running.ts';

interface ExploreScreenProps extends FormInput {
  readonly visit: string;
  readonly isForced: boolean;
  /** 0 shows the builder, more only the chart. */
  readonly standalone: number;
  readonly startsNoting: boolean;
}

type Running = ReturnType<typeof useRunning>;

function plotPropsOf(running: Running, title: string): PlotProps {
  return {
    run: running.run,
    drawForm: running.drawForm,
    isOlder: running.isOlder,
    title,
    onUpdate: () => running.update(),
    onMend: running.mend,
    onRendered: running.markRendered,
    onRenderError: running.markRenderFailed,
    onOwnState: running.changeOwnState,
  };
}

export function ExploreScreen(props: ExploreScreenProps) {
  const t = useT();
  const own = useExploreForm(props);
  const running = useRunning(own.explore, own.store, props.isForced);
  const annotations = useAnnotationRuns(own.explore);
  const chartName = useStore(own.store, (state) => state.chartName);
  useShortcut({
    keys: 'Ctrl Enter',
    label: t('Update chart'),
    group: t('Explore'),
    worksInFields: true,
    run: () => running.update(),
  });
  useListedKeys({ keys: 'Delete', label: t('Remove the note that has the focus'), group: t('Explore') });
  useListedKeys({ keys: 'Shift F10', label: t('Menu of a mark'), group: t('Explore') });
  const isGrid = own.explore.definition.key === 'ag-grid-table';
  useListedKeys({ keys: 'Ctrl C', label: t('Copy the selected cells'), group: t('Explore') }, isGrid);
  useListedKeys({ keys: 'Ctrl A', label: t('Select all'), group: t('Explore') }, isGrid);
  const plot = plotPropsOf(running, chartName);
  return (
    <ExploreProvider value={own.explore}>
      <AnnotationsProvider value={annotations}>
        {props.standalone > 0 ? (
          <StandaloneChart {...plot} level={props.standalone} />
        ) : (
          <Builder {...props} own={own} running={running} plot={plot} annotations={annotations} />
        )}
      </AnnotationsProvider>
    </ExploreProvider>
  );
}

interface BuilderProps extends ExploreScreenProps {
  readonly own: ExploreForm;
  readonly running: Running;
  readonly plot: PlotProps;
  readonly annotations: Annotations;
}

function Builder(props: BuilderProps) {
  const { start, visit, own, running, plot } = props;
  const { explore, store } = own;
  const { run } = running;
  const [chosenTab, setTab] = useState<DataTab | null>(null);
  const [isDataOpen, setIsDataOpen] = useState(true);
  // Who begins on a dataset wants to see what is in it; results come with the first run.
  const tab = chosenTab ?? (run.status === null && !start.slice ? 'samples' : 'results');
  // Narrower, the panes no longer fit beside each other.
  const isNarrow = useMedia('(max-width: 899px)');
  const rights = useRights(start.slice, explore.dataset);
  const menu = useDatasetMenu({ explore, run, rights, onDatasetChanged: own.replaceDataset });
  useKeptForm({ explore, start, visit, run });
  const onPick = (item: Parameters<typeof placePick>[1]) => {
    const placed = placePick(explore, item);
    if (placed && !isSameForm(placed, explore.form)) store.getState().change(placed);
  };
  const takeSuggestion: ExploreForm['setVizType'] = (key, fields) =>
    fields && key === explore.form.viz_type ? running.mend(fields) : own.setVizType(key, fields);
  const viewAsTable = () => {
    setTab('results');
    setIsDataOpen(true);
  };
  const panes: Panes = {
    dataset: <DatasetPane isBusy={run.status === 'loading'} menu={menu.items} onPick={onPick} />,
    controls: (
      <ControlPane
        onVizType={takeSuggestion}
        isStale={running.isStale}
        isLoading={run.status === 'loading'}
        onUpdate={() => running.update()}
        onStop={running.stop}
      />
    ),
    chart: (
      <ChartPane
        {...plot}
        onVizType={takeSuggestion}
        canDownload={rights.canDownload}
        onRefresh={() => {
          running.update({ isForced: true });
          props.annotations.refresh();
        }}
        onViewAsTable={viewAsTable}
        startsNoting={props.startsNoting}
      />
    ),
    data: (
      <DataPane {...plot} tab={tab} isOpen={isDataOpen} onTab={setTab} onToggle={() => setIsDataOpen(!isDataOpen)} />
    ),
  };
  return (
    <>
      <div className={frame.screen}>
        <ExploreHead
          {...{ start, store, explore, rights }}
          drawnSql={run.drawn?.results[0]?.query ?? null}
          saveQuery={menu.saveQuery}
        />
        {isNarrow ? <NarrowPanes panes={panes} /> : <WidePanes panes={panes} isDataOpen={isDataOpen} />}
      </div>
      {menu.modals}
    </>
  );
}

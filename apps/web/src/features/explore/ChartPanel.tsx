import { CloseOutlined } from '@ant-design/icons-svg';
import { type ChartDefinition, needsNewQuery } from '@powerset/chart-kit';
import { Button, EmptyState, IconButton, ListSkeleton, newUuid, sayBeside, TextInput } from '@powerset/ui';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../api/index.ts';
import { useChartDefinition } from '../../chart-runs/index.ts';
import { useT } from '../../i18n/index.ts';
import { type ChartPanelProps, useShortcut } from '../../shell/index.ts';
import { AnnotationsProvider, useAnnotationRuns } from './annotations-context.tsx';
import styles from './ChartPanel.module.css';
import { ExploreProvider } from './explore-context.tsx';
import { readAddress } from './model/address.ts';
import { startVizType } from './model/hydrate.ts';
import { ControlPane } from './panes/ControlPane.tsx';
import { saveChart } from './save-chart.ts';
import { type ExploreForm, useExploreForm } from './use-explore-form.ts';
import { type ExploreStart, useExploreStart } from './use-explore-start.ts';
import { useRights } from './use-rights.ts';

/** The builder's controls beside a page that draws the chart itself, with the filters that are in force there. */
export function ChartPanel(props: ChartPanelProps) {
  const t = useT();
  const [visit] = useState(() => `panel-${newUuid()}`);
  const [asked] = useState(
    () =>
      new URLSearchParams(
        props.draft ? { form_data: JSON.stringify(props.draft.form) } : { slice_id: String(props.chartId) },
      ),
  );
  const start = useExploreStart(readAddress(asked), visit);
  const type = useChartDefinition(startVizType(null, start.data?.form_data ?? {}, ''));
  const { definition } = type;
  const error = start.error ?? type.error;
  if (error || (start.data && definition === null))
    return (
      <section className={styles.panel} aria-label={t('Chart settings')}>
        <EmptyState
          size="small"
          title={t('The chart could not be opened')}
          text={error ? errorText(error) : t('This visualization type is not supported.')}
          actions={<Button onClick={props.onClose}>{t('Close')}</Button>}
        />
      </section>
    );
  if (!start.data || !definition)
    return (
      <section className={styles.panel} aria-label={t('Chart settings')} aria-busy="true">
        <ListSkeleton rows={8} />
      </section>
    );
  return <Started {...props} start={start.data} definition={definition} />;
}

interface StartedProps extends ChartPanelProps {
  readonly start: ExploreStart;
  readonly definition: ChartDefinition;
}

function Started({ start, definition, draft, onForm, onSaved, onClose }: StartedProps) {
  const t = useT();
  const own = useExploreForm({ start, definition, isKept: false, dashboardId: null });
  const annotations = useAnnotationRuns(own.explore);
  const { isStale, update } = useShownForm(own, onForm);
  useDraftName(own, draft);
  useShortcut({
    keys: 'Ctrl Enter',
    label: t('Update chart'),
    group: t('Explore'),
    worksInFields: true,
    run: update,
  });
  return (
    <ExploreProvider value={own.explore}>
      <AnnotationsProvider value={annotations}>
        <section className={styles.panel} aria-label={t('Chart settings')}>
          <Head {...{ start, own, draft, update, onSaved, onClose }} />
          <div className={styles.controls}>
            <ControlPane
              onVizType={own.setVizType}
              isStale={isStale}
              isLoading={false}
              onUpdate={update}
              onStop={update}
            />
          </div>
        </section>
      </AnnotationsProvider>
    </ExploreProvider>
  );
}

/** A draft has no name on the server from which the builder could begin. */
function useDraftName({ store }: ExploreForm, draft: ChartPanelProps['draft']) {
  const [name] = useState(draft?.name);
  useEffect(() => {
    if (name) store.setState({ chartName: name, savedName: name });
  }, [store, name]);
}

/** What only changes the drawing shows at once; what asks the database anew when it is asked for, and a new type by itself. */
function useShownForm({ explore, store }: ExploreForm, onForm: ChartPanelProps['onForm']) {
  const { definition, form, problems, isSettling } = explore;
  const [shown, setShown] = useState(form);
  const latest = useRef(onForm);
  latest.current = onForm;
  const isOtherType = shown.viz_type !== form.viz_type;
  const isStale = isOtherType || needsNewQuery(definition, shown, form);
  const isWhole = !isSettling && problems.length === 0;
  const isAtOnce = isWhole && shown !== form && (isOtherType || !isStale);
  useEffect(() => {
    if (!isAtOnce) return;
    setShown(form);
    latest.current({ ...form });
  }, [isAtOnce, form]);
  const update = () => {
    store.getState().markTried();
    if (!isWhole) return;
    store.getState().markQueried(form);
    setShown(form);
    onForm({ ...form });
  };
  return { isStale, update };
}

interface HeadProps extends Pick<ChartPanelProps, 'draft' | 'onSaved' | 'onClose'> {
  readonly start: ExploreStart;
  readonly own: ExploreForm;
  /** Shows the form as it stands. */
  readonly update: () => void;
}

function Head({ start, own, draft, update, onSaved, onClose }: HeadProps) {
  const t = useT();
  const { explore, store } = own;
  const name = useStore(store, (state) => state.chartName);
  const [isBusy, setIsBusy] = useState(false);
  const { canOverwrite } = useRights(start.slice, explore.dataset);
  const canSave = (canOverwrite || draft !== undefined) && name.trim() !== '' && explore.problems.length === 0;
  const save = async () => {
    if (draft) {
      update();
      onSaved(name.trim());
      return;
    }
    const say = sayBeside();
    setIsBusy(true);
    try {
      const { savedForm: opened } = store.getState();
      const request = { start, explore, name: name.trim(), opened, dashboard: undefined };
      const saved = await saveChart({ ...request, action: 'overwrite' });
      onSaved(saved.name);
    } catch (error) {
      say.danger(errorText(error));
      setIsBusy(false);
    }
  };
  return (
    <div className={styles.head}>
      <TextInput
        aria-label={t('Chart name')}
        value={name}
        maxLength={250}
        onChange={(chartName) => store.setState({ chartName })}
      />
      <Button kind="primary" isDisabled={!canSave} isBusy={isBusy} onClick={() => void save()}>
        {draft ? t('Done') : t('Save chart')}
      </Button>
      <IconButton icon={CloseOutlined} label={t('Close without saving')} onClick={onClose} />
    </div>
  );
}

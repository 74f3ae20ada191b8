import type { ChartDefinition, ChartForm, FormProblem, UnknownValues } from '@powerset/chart-kit';
import { completeForm, controlsOf, unknownValues, validateForm } from '@powerset/chart-kit';
import { chartTypes } from '@powerset/charts/types';
import { newUuid, sayBeside } from '@powerset/ui';
import { useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { errorText, numberSetting } from '../../api/index.ts';
import { useSession } from '../../shell/index.ts';
import type { Explore } from './explore-context.tsx';
import { withBarDefaults } from './model/bar-defaults.ts';
import { type ExploreDataset, toFormContext } from './model/dataset.ts';
import { createExploreStore, type ExploreStore } from './model/explore-store.ts';
import { hydrateForm } from './model/hydrate.ts';
import { formOfType, newForm } from './model/type-forms.ts';
import { useDashboardScheme } from './use-dashboard-scheme.ts';
import type { ExploreStart } from './use-explore-start.ts';
import { useFormLook } from './use-form-look.ts';

export interface FormInput {
  readonly start: ExploreStart;
  readonly definition: ChartDefinition;
  /** Whether the form is somebody's work that was kept, not what was saved. */
  readonly isKept: boolean;
  /** The dashboard from which the chart was opened. */
  readonly dashboardId: number | null;
}

export interface ExploreForm {
  readonly store: ExploreStore;
  readonly explore: Explore;
  /** Another type, with what its form is to hold where that was suggested. */
  readonly setVizType: (key: string, fields?: Readonly<Record<string, unknown>>) => void;
  /** Puts a fresh copy of the dataset in the place of the one in use; what the form names and it lacks stays, marked. */
  readonly replaceDataset: (dataset: ExploreDataset) => void;
}

/** Everything about the form: what it is, what may be done to it, what is wrong with it. */
export function useExploreForm(input: FormInput): ExploreForm {
  const { bootstrap, isFeatureEnabled } = useSession();
  const hasGenericAxis = isFeatureEnabled('GENERIC_CHART_AXES');
  const maxRows = numberSetting(bootstrap, 'SQL_MAX_ROW', 100_000);
  const [store] = useState(() => createStore(input, { maxRows, hasGenericAxis }));
  const [dataset, setDataset] = useState(input.start.dataset);
  const [lost] = useState(() => lostValues(input, maxRows));
  const form = useStore(store, (state) => state.form);
  const isTried = useStore(store, (state) => state.isTried);
  const dashboard = useDashboardScheme(input.dashboardId);
  const formContext = useMemo(() => toFormContext(dataset, maxRows), [dataset, maxRows]);
  const base = chartTypes.find(form.viz_type) ?? input.definition;
  const { definition, isSettling } = useFormLook(base, store, formContext);
  const explore = useMemo<Explore>(() => {
    const put = (next: ChartForm) => {
      const { form: before, savedForm, change } = store.getState();
      const complete = completeForm(definition, next, formContext);
      const isNew = savedForm === null;
      change(
        completeForm(
          definition,
          withBarDefaults({ before, after: complete, isNew, context: formContext }),
          formContext,
        ),
      );
    };
    return {
      dataset,
      definition,
      formContext,
      form,
      isTried,
      isSettling,
      dashboard,
      context: { ...formContext, form },
      problems: nameProblems(definition, validateForm(definition, form, formContext)),
      setField: (name, value) => put({ ...store.getState().form, [name]: value }),
      setFields: (changes) => put({ ...store.getState().form, ...changes }),
      // What was chosen in their place since, is no loss any more.
      lostNames: lost.flatMap(({ control, names, rest }) => (isAlike(form[control], rest) ? names : [])),
      newName: () => `option_${newUuid().slice(0, 13)}`,
      findColumn: (name) => dataset.columns.find((column) => column.column_name === name),
    };
  }, [dataset, definition, formContext, form, isTried, isSettling, dashboard, store, lost]);
  const wanted = useRef('');
  const setVizType = async (key: string, fields?: Readonly<Record<string, unknown>>) => {
    wanted.current = key;
    if (fields && key === store.getState().form.viz_type) return explore.setFields(fields);
    const next = await chartTypes.load(key);
    // Somebody may have chosen another meanwhile.
    if (!next || next.key === store.getState().form.viz_type || wanted.current !== key) return;
    const { form: before, savedForm, change } = store.getState();
    const from = chartTypes.find(before.viz_type) ?? definition;
    change(formOfType(next, fields, { before, from, isNew: savedForm === null, context: formContext }));
  };
  const replaceDataset = (fresh: ExploreDataset) => {
    const hydration = { definition, dataset: fresh, formContext: toFormContext(fresh, maxRows), hasGenericAxis };
    setDataset(fresh);
    store.getState().change(hydrateForm(store.getState().form, { ...hydration, keepsUnknown: true }));
  };
  const chooseVizType: ExploreForm['setVizType'] = (key, fields) => {
    const say = sayBeside();
    setVizType(key, fields).catch((error: unknown) => say.danger(errorText(error)));
  };
  return { store, explore, setVizType: chooseVizType, replaceDataset };
}

interface FormSettings {
  readonly maxRows: number;
  readonly hasGenericAxis: boolean;
}

function createStore({ start, definition, isKept, dashboardId }: FormInput, settings: FormSettings): ExploreStore {
  const { dataset, slice } = start;
  const { maxRows, hasGenericAxis } = settings;
  const hydration = { definition, dataset, formContext: toFormContext(dataset, maxRows), hasGenericAxis };
  const given = withDashboard(start.form_data, dashboardId);
  const isBegun = isKept || slice !== null;
  return createExploreStore({
    form: isBegun ? hydrateForm(given, { ...hydration, keepsUnknown: isKept }) : newForm(given, hydration),
    savedForm: slice ? hydrateForm(slice.form_data, hydration) : null,
    chartName: slice?.slice_name ?? '',
  });
}

/** What the form names and its dataset lacks; nothing where such names stay, marked. */
function lostValues({ start, definition, isKept }: FormInput, maxRows: number): readonly UnknownValues[] {
  const { dataset, form_data: given } = start;
  if (isKept) return [];
  return unknownValues(definition, { ...given, viz_type: definition.key }, toFormContext(dataset, maxRows));
}

const isAlike = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** A form under work remembers where it was opened, so that it does after a reload too; a saved one belongs to no dashboard. */
function withDashboard({ dashboardId: _, ...form }: ChartForm, dashboardId: number | null): Record<string, unknown> {
  return dashboardId === null ? form : { ...form, dashboardId };
}

/** Rules over several controls name them by their keys; people know them by their labels. */
function nameProblems(definition: ChartDefinition, problems: readonly FormProblem[]): readonly FormProblem[] {
  const labels = new Map(controlsOf(definition).map((control) => [control.name, control.label]));
  return problems.map((problem) => ({ ...problem, label: labels.get(problem.control) ?? problem.label }));
}

import { type ChartDefinition, type FormContext, type FormLook, withFields, withLook } from '@powerset/chart-kit';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../api/index.ts';
import { type ExploreStore, isSameForm } from './model/explore-store.ts';

interface Looked {
  readonly of: ChartDefinition;
  readonly look: FormLook;
}

export interface Ruled {
  /** The chart type with rules that can be asked at once. */
  readonly definition: ChartDefinition;
  /** What its rules say is not known yet. */
  readonly isSettling: boolean;
}

/** A chart type whose rules are asked by messages, as what they last said of the form. */
export function useFormLook(base: ChartDefinition, store: ExploreStore, formContext: FormContext): Ruled {
  const form = useStore(store, (state) => state.form);
  const [looked, setLooked] = useState<Looked | null>(null);
  /** The form that the rules made: what they would change of it in turn does not count. */
  const ruled = useRef<unknown>(null);
  useEffect(() => {
    if (!base.asked || form.viz_type !== base.key) return undefined;
    let isWanted = true;
    base.asked.look(form, formContext).then(
      (look) => {
        if (!isWanted) return;
        if (ruled.current !== form) ruled.current = takeChanges(store, look.changes);
        setLooked({ of: base, look });
      },
      (error: unknown) => isWanted && setLooked({ of: base, look: failedLook(errorText(error)) }),
    );
    return () => {
      isWanted = false;
    };
  }, [base, form, formContext, store]);
  const look = looked?.of === base ? looked.look : null;
  const definition = useMemo(() => (look ? withLook(base, look) : base), [base, look]);
  return { definition, isSettling: base.asked !== undefined && look === null };
}

/** Defaults of the dataset are no change that somebody made: nothing to be undone or saved. */
function takeChanges(store: ExploreStore, changes: FormLook['changes']): unknown {
  if (Object.keys(changes).length > 0)
    store.setState(({ form, savedForm }) => ({
      form: withFields(form, changes),
      savedForm: savedForm && isSameForm(form, savedForm) ? withFields(savedForm, changes) : savedForm,
    }));
  return store.getState().form;
}

const failedLook = (message: string): FormLook => ({
  ...{ controls: [], hiddenSections: [], changes: {} },
  problems: [{ control: '', label: '', message }],
});

import { type ComponentType, useEffect, useState } from 'react';
import type { ChartViewProps } from './view-props.ts';

type View = ComponentType<ChartViewProps>;

interface ViewModule<Model, Options, Form> {
  readonly View: ComponentType<ChartViewProps<Model, Options, Form>>;
}

/** A view whose code arrives when it is first asked for. */
export interface LazyView {
  /** Fetches the code; the same promise for all who ask. One that failed is tried anew. */
  readonly load: () => Promise<View>;
  /** The view, once its code is there. */
  readonly find: () => View | undefined;
}

/** A view that is loaded when first drawn, or sooner by whoever knows that it will be. */
export function lazyView<Model, Options, Form>(load: () => Promise<ViewModule<Model, Options, Form>>): LazyView {
  let view: View | undefined;
  let loading: Promise<View> | undefined;
  const loadOnce = async (): Promise<View> => {
    try {
      const module = await load();
      // A view gets form, model and options only from the definition of its own folder, so their types fit; a table of all views cannot say that.
      view = module.View as unknown as View;
      return view;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  const loadShared = () => {
    loading ??= loadOnce();
    return loading;
  };
  return {
    load: loadShared,
    find: () => view,
  };
}

/**
 * The view, undefined while its code is on the way; throws what went wrong with loading it. No Suspense: React holds back
 * what arrives within 300 ms of a placeholder.
 */
export function useLazyView(lazy: LazyView): View | undefined {
  const [failure, setFailure] = useState<{ readonly of: LazyView; readonly error: unknown } | null>(null);
  const [, setArrived] = useState<LazyView | null>(null);
  const view = lazy.find();
  const isMissing = view === undefined;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isWanted = true;
    lazy.load().then(
      () => isWanted && setArrived(lazy),
      (error: unknown) => isWanted && setFailure({ of: lazy, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [lazy, isMissing]);
  if (isMissing && failure?.of === lazy) throw failure.error;
  return view;
}

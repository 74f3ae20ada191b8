import { type ComponentType, useEffect, useState } from 'react';
import type { ChartViewProps } from './view-props.ts';

/** A component whose code arrives when it is first asked for. */
export interface LazyComponent<Props> {
  /** Fetches the code; the same promise for all who ask. One that failed is tried anew. */
  readonly load: () => Promise<ComponentType<Props>>;
  /** The component, once its code is there. */
  readonly find: () => ComponentType<Props> | undefined;
}

/** A view whose code arrives when it is first asked for. */
export type LazyView = LazyComponent<ChartViewProps>;

interface ViewModule<Model, Options, Form> {
  readonly View: ComponentType<ChartViewProps<Model, Options, Form>>;
}

/** A view that is loaded when first drawn, or sooner by whoever knows that it will be. */
export function lazyView<Model, Options, Form>(load: () => Promise<ViewModule<Model, Options, Form>>): LazyView {
  // A view gets form, model and options only from the definition of its own folder, so their types fit; a table of all views cannot say that.
  return lazyComponent(async () => (await load()).View as unknown as ComponentType<ChartViewProps>);
}

/** A component that is loaded when first drawn. */
export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let view: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = async (): Promise<ComponentType<Props>> => {
    try {
      view = await load();
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
 * The component, undefined while its code is on the way, or when none is wanted; throws what went wrong with loading it.
 * No Suspense: React holds back what arrives within 300 ms of a placeholder.
 */
export function useLazyView<Props>(lazy: LazyComponent<Props> | null): ComponentType<Props> | undefined {
  const [failure, setFailure] = useState<{ readonly of: LazyComponent<Props>; readonly error: unknown } | null>(null);
  const [, setArrived] = useState<LazyComponent<Props> | null>(null);
  const view = lazy?.find();
  const isMissing = lazy !== null && view === undefined;
  useEffect(() => {
    if (!isMissing || !lazy) return undefined;
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

import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { ChartViewProps } from './view-props.ts';

/** A view that is loaded when first drawn. */
export function lazyView<Model, Options>(
  load: () => Promise<{ readonly View: ComponentType<ChartViewProps<Model, Options>> }>,
): LazyExoticComponent<ComponentType<ChartViewProps>> {
  return lazy(async () => {
    const { View } = await load();
    // A view gets model and options only from the definition of its own folder, so their types fit; a table of all views cannot say that.
    return { default: View as unknown as ComponentType<ChartViewProps> };
  });
}

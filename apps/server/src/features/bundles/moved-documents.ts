import type { Document } from '../../metadata/index.ts';
import { toLocalParams, toLocalQueryContext } from './chart-references.ts';
import { mapChartNumbers, mapFilterTargets } from './dashboard-metadata.ts';
import { emptyLayout, mapCharts, type PlacedChart, toFileLayout } from './layouts.ts';

type Numbers = ReadonlyMap<number, number>;

/** Documents of another installation in the numbers that its objects have here. */
export const movedDocuments = {
  /** Numbers of what is not here are left out. */
  toMovedMetadata: (
    metadata: Document,
    { charts, datasets }: { readonly charts: Numbers; readonly datasets: Numbers },
  ): Document =>
    mapChartNumbers(
      mapFilterTargets(metadata, ({ datasetId, ...target }) => {
        const id = datasets.get(Number(datasetId));
        return id === undefined ? target : { datasetId: id, ...target };
      }),
      charts,
    ),
  /** Charts that a layout does not place are put below the rest. */
  toMovedLayout: (position: Document | null, numbers: Numbers, charts: readonly PlacedChart[]): Document =>
    toFileLayout(
      mapCharts(position ?? emptyLayout, (meta) => ({ ...meta, chartId: numbers.get(Number(meta.chartId)) ?? 0 })),
      charts,
    ),
  toMovedForm: (form: Document, chartId: number | null, datasetId: number | null): Document =>
    toLocalParams(form, { chartId: chartId ?? 0, datasetId }),
  toMovedQuery: (context: Document, chartId: number, datasetId: number | null): Document =>
    toLocalQueryContext(context, { chartId, datasetId }),
};

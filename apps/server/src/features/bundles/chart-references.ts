import { type Document, isDocument } from '../../metadata/index.ts';

interface ChartPlace {
  readonly chartId: number;
  readonly datasetId: number | null;
}

/** Parameters that name the numbers which chart and dataset have here, wherever they name such numbers. */
export function toLocalParams(params: Document, place: ChartPlace): Document {
  const { datasetId, chartId } = place;
  return {
    ...params,
    ...('datasource' in params && datasetId !== null ? { datasource: `${datasetId}__table` } : {}),
    ...('slice_id' in params ? { slice_id: chartId } : {}),
  };
}

/** A kept query in the same way: its dataset, its form and its queries. */
export function toLocalQueryContext(context: Document, place: ChartPlace): Document {
  const { datasetId } = place;
  return {
    ...context,
    ...(datasetId === null ? {} : { datasource: { id: datasetId, type: 'table' } }),
    ...(isDocument(context.form_data) ? { form_data: toLocalParams(context.form_data, place) } : {}),
  };
}

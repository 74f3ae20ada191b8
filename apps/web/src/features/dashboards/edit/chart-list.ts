import { msg } from '../../../i18n/index.ts';
import { filterBoxType } from '../filters/index.ts';

export const chartSorts = {
  changed_on: msg('Recently edited'),
  slice_name: msg('Name'),
  viz_type: msg('Type'),
  datasource_name: msg('Dataset'),
} as const;
export type ChartSort = keyof typeof chartSorts;

export interface ChartListRequest {
  readonly search: string;
  /** Only the charts of this person; null for everybody's. */
  readonly ownerId: number | null;
  readonly sort: ChartSort;
  /** Old filter boxes are not offered where native filters do their work. */
  readonly hasNativeFilters: boolean;
}

/** What the picker of charts asks the list for: the newest changes first, names from A. */
export function chartListQuery({ search, ownerId, sort, hasNativeFilters }: ChartListRequest) {
  return {
    filters: [
      ...(search ? [{ col: 'slice_name', opr: 'chart_all_text', value: search }] : []),
      ...(ownerId === null ? [] : [{ col: 'owners', opr: 'rel_m_m', value: ownerId }]),
      ...(hasNativeFilters ? [{ col: 'viz_type', opr: 'neq', value: filterBoxType }] : []),
    ],
    order_column: sort,
    order_direction: sort === 'changed_on' ? 'desc' : 'asc',
    page: 0,
    page_size: 200,
  };
}

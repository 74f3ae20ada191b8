import { isOwnerOrAdmin } from '../../../shell/index.ts';

/** What of the chart and its dataset this person may do. */
export interface ExploreRights {
  /** Save a new chart. */
  readonly canAdd: boolean;
  /** Take the chart's data away as a file. */
  readonly canDownload: boolean;
  /** Save over the chart that is open. */
  readonly canOverwrite: boolean;
  readonly canEditDataset: boolean;
  /** Go on with the SQL in the SQL editor. */
  readonly canOpenSqlEditor: boolean;
}

export interface RightsInput {
  readonly can: (permission: string, view: string) => boolean;
  readonly userId: number | null;
  readonly roles: readonly string[];
  readonly slice: { readonly owners: readonly number[]; readonly is_managed_externally: boolean } | null;
  readonly dataset: { readonly owners?: readonly { readonly id: number }[] };
}

/** Charts are overwritten and datasets edited by their owners and by Admin. */
export function rightsOf({ can, userId, roles, slice, dataset }: RightsInput): ExploreRights {
  const isOwner = (owners: readonly number[]) => isOwnerOrAdmin({ userId, roles }, owners);
  return {
    canAdd: can('can_write', 'Chart'),
    canDownload: can('can_csv', 'Superset'),
    canOverwrite: slice !== null && !slice.is_managed_externally && can('can_write', 'Chart') && isOwner(slice.owners),
    canEditDataset: can('can_write', 'Dataset') && isOwner((dataset.owners ?? []).map((owner) => owner.id)),
    canOpenSqlEditor: can('menu_access', 'SQL Lab'),
  };
}

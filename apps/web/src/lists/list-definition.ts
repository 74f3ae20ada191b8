import type { ListFilter } from '@powerset/contract';
import type { IconType, MenuAction } from '@powerset/ui';
import type { ReactNode } from 'react';
import type { Favorites, Resource, ResourceEndpoints, RowOf } from '../api/index.ts';

export interface RowContext {
  readonly can: (permission: string) => boolean;
  readonly favorites: Favorites | null;
  readonly refresh: () => void;
  /** Whether the user may change what these people own: it is his, or he is an administrator. */
  readonly isOwner: (owners: readonly { readonly id: number }[] | undefined) => boolean;
}

export interface ListColumn<Row> {
  readonly key: string;
  readonly header: string;
  readonly width?: number;
  readonly isNumeric?: boolean;
  /** The server's order column; without it the head is not pressed. */
  readonly sortKey?: string;
  /** Left out on a phone. */
  readonly isSecondary?: boolean;
  readonly render: (row: Row, context: RowContext) => ReactNode;
}

export interface FilterChoice {
  readonly value: string | number | boolean;
  readonly text: string;
}

export interface FilterDefinition {
  readonly key: string;
  readonly label: string;
  /** What stands there when nothing is chosen. */
  readonly anyLabel: string;
  readonly col: string;
  readonly opr: string;
  readonly source:
    | { readonly kind: 'related' | 'distinct'; readonly column: string; readonly toText?: (text: string) => string }
    /** Objects of a resource, by name. */
    | { readonly kind: 'list'; readonly column: string; readonly opr: string }
    | { readonly kind: 'fixed'; readonly choices: readonly FilterChoice[] };
  /** The resource whose relation or distinct values are asked; the list's own by default. */
  readonly resource?: Resource;
}

export interface ListCardParts {
  readonly thumbnail: ReactNode;
  readonly kind: string;
  readonly when: string;
}

/** One quick action: on the row while the pointer is on it, and in its menu always. */
export interface RowAction extends MenuAction {
  readonly icon: IconType;
}

/** What is looked for, and from where on. */
export interface WalkRequest {
  readonly text: string;
  readonly filters: readonly ListFilter[];
  readonly before: number | null;
}

/** What was found in one stretch. */
export interface WalkedStretch<Row> {
  readonly rows: readonly Row[];
  /** Where the next begins; null at the end. */
  readonly next: number | null;
  readonly searchedBackTo: string | null;
}

export interface ListDefinition<T extends ResourceEndpoints> {
  readonly resource: Resource<T>;
  readonly title: string;
  readonly searchPlaceholder: string;
  readonly search: { readonly col: string; readonly opr: string } | null;
  /** Looks for a text stretch by stretch, from the newest back, where no index finds it: in the place of `search`. */
  readonly walk?: (request: WalkRequest, signal: AbortSignal) => Promise<WalkedStretch<RowOf<T>>>;
  readonly filters: readonly FilterDefinition[];
  readonly baseFilters?: readonly ListFilter[];
  /** What of a row is asked for: all that the page reads. Without it, all there is. */
  readonly fields?: readonly (keyof RowOf<T> & string)[];
  readonly columns: readonly ListColumn<RowOf<T>>[];
  readonly sortColumn?: string;
  readonly nameOf: (row: RowOf<T>) => string;
  readonly addressOf?: (row: RowOf<T>) => string | null;
  readonly hasFavorites?: boolean;
  /** Without it there is no choice between list and cards. */
  readonly card?: (row: RowOf<T>) => ListCardParts;
  readonly icon: IconType;
  readonly emptyText: string;
  /** What an empty list is for, or where one begins. */
  readonly emptyHelp?: ReactNode;
  /** Said when search and filters leave nothing over. */
  readonly noMatchText?: string;
  /** The page's primary button. */
  readonly create?: { readonly label: string; readonly address?: string; readonly onCreate?: () => void };
  /** Other ways to get one, beside it. */
  readonly ways?: readonly { readonly label: string; readonly address: string; readonly icon: IconType }[];
  /** Why a row stays, or null when it may be deleted; without it rows are never deleted. */
  readonly deleteRefusal?: (row: RowOf<T>, context: RowContext) => string | null;
  /** The same, of what only the server knows: asked before a row is deleted. */
  readonly askDeleteRefusal?: (row: RowOf<T>) => Promise<string | null>;
  /** Each is deleted on its own, after what is said of it: there are no boxes for it. */
  readonly isDeletedSingly?: boolean;
  readonly hasExport?: boolean;
  readonly hasImport?: boolean;
  readonly actions?: (row: RowOf<T>, context: RowContext) => readonly RowAction[];
  /** What is done with all that are selected, beside export and deletion. */
  readonly bulkActions?: (rows: readonly RowOf<T>[], context: RowContext) => readonly RowAction[];
  /** What else goes with an object, said before it is deleted. */
  readonly deleteWarning?: (row: RowOf<T>) => Promise<string | null>;
  /** What is deleted goes as soon as the message does: access must not last for as long as the list is open. */
  readonly deletesPromptly?: boolean;
  /** Ask again while something on the page still changes. */
  readonly refreshMs?: (rows: readonly RowOf<T>[]) => number | null;
}

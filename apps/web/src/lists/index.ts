/**
 * LISTS. The one page that lists a resource, for every feature that has one: a `ListDefinition` says what is in it.
 * In: a definition. Out: a table or cards with search, filters, sort, pages, stars, selection, deletion, import and export.
 */
export * from './cells.tsx';
export * from './common-columns.tsx';
export * from './common-filters.ts';
export { type EditRow, FormListPage, type RowForm } from './FormListPage.tsx';
export { ListPage } from './ListPage.tsx';
export type * from './list-definition.ts';

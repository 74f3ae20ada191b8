/**
 * LISTS. What every list of resources shares: filters, order, pages, the envelope, people, `2 hours ago`.
 * In: the decoded `q`. Out: conditions for the store and the reference's list answer.
 */
export { escapeLike, type FilterRules, textCondition, toConditions, valueCondition } from './filters.ts';
export { type InfoInput, toInfo } from './info.ts';
export { endedLongAgo, lentOrderColumns, listLent, refuseOthersLent } from './lent-access.ts';
export { readOwners } from './owner-input.ts';
export {
  findIds,
  inOrder,
  loadPage,
  loadRows,
  type Order,
  type Page,
  pickColumns,
  readOrder,
  readPage,
  toEnvelope,
  toShown,
} from './pages.ts';
export { findRelatedRoles, findRelatedUsers, pickRelated, type RelatedAnswer, type RelatedItem } from './related.ts';
export { containsText, tableRules, textOperators, valueOperators } from './rules.ts';
export { laterThan, refuseStale, staleError, toEpochSeconds } from './stale.ts';
export {
  addTags,
  deleteBelongings,
  findTagsByName,
  getOrMakeTags,
  insertTag,
  loadTags,
  plainTagName,
  readTags,
  saveTags,
  type Taggable,
  type TaggableType,
  type TagStamp,
} from './tags.ts';
export { toTimeAgo } from './times.ts';
export {
  loadAudits,
  loadOwners,
  loadShownOwners,
  loadUsers,
  madeBy,
  saveOwners,
  toFullName,
  toWireUserSummary,
  type UserSummary,
} from './users.ts';
export { findIdOf, readUuid } from './uuid-input.ts';
export { chartResource, dashboardResource, datasetResource, reportResource } from './visible-users.ts';

/**
 * ADVANCED TYPES. Columns that hold more than their SQL type says: ports and internet addresses, stored as numbers.
 * In: what people type. Out: the stored values, the operators that make sense, and filters on stored values. Pure.
 */
export {
  type AdvancedAnswer,
  type AdvancedType,
  advancedTypes,
  convertValues,
  findAdvancedType,
} from './advanced-types.ts';
export { translateFilters } from './translate-filters.ts';

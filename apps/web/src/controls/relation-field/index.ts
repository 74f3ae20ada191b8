/**
 * RELATION FIELD. Chooses people or roles that belong to an object.
 * In: a resource and the name of its relation. Out: ids.
 */
export { RelationField, type RelationFieldProps } from './RelationField.tsx';

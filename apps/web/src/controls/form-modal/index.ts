/**
 * FORM MODAL. A dialog with fields that is sent as a whole.
 * In: fields and what sends them. Out: the server's messages, at the fields that they name.
 */
export { FieldPair } from './FieldPair.tsx';
export { type FieldErrors, FormModal } from './FormModal.tsx';

/**
 * SECOND FACTOR. What people see and change of theirs, passkeys among it, and how administrators help who lost it.
 * In: the signed-in person, or one of the list. Out: the part of the account's page, and a dialog.
 */
export { PasskeysPart } from './PasskeysPart.tsx';
export { RemoveFactorModal } from './RemoveFactorModal.tsx';
export { RequiredFactorPage } from './RequiredFactorPage.tsx';
export { SecondFactorPart } from './SecondFactorPart.tsx';

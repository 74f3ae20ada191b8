/**
 * WAITING MODAL. A dialog that was asked for and is not there yet.
 * In: its title, and why it does not come. Out: a dialog that can be left, or asked for again.
 */
export { WaitingModal } from './WaitingModal.tsx';

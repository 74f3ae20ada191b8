/**
 * LOAD FAILURE. Says where something could not be loaded, at a field or card or in a panel's place, and asks again.
 * In: what did not come, why, and what asks for it. Out: nothing.
 */
export { LoadFailure } from './LoadFailure.tsx';
export { LoadFailureBox } from './LoadFailureBox.tsx';

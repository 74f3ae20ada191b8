/**
 * LOAD FAILURE. Says at a field or a card what it could not load, and asks again.
 * In: what did not come, why, and what asks for it. Out: nothing.
 */
export { LoadFailure } from './LoadFailure.tsx';

/**
 * MOVING OVER. What stands in the metadata database of the reference, brought here: all of it at once or nothing, and the same again
 * changes nothing. In: its database and key, or an account at its interface, and the store of this installation. Out: a report of what comes, what changes and what cannot.
 */
export { askSecret } from './ask-secret.ts';
export { findMoveCommand, type MoveCommand, type MoveContext } from './command.ts';
export type { MovingParts } from './moving.ts';

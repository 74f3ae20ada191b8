/**
 * TRASH. What was deleted: the caller's own, for administrators everybody's; brought back, or deleted for good.
 * In: calls about entries. Out: lists of them, and objects that are there again.
 */
export { registerTrash } from './routes.ts';

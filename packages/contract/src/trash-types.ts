/** What waits in the trash after it was deleted. */
export const trashTypes = ['chart', 'dashboard', 'dataset', 'saved_query'] as const;
export type TrashType = (typeof trashTypes)[number];

/** What an object did not get back: its slug, as another has it now; its theme, which is gone; its schedule's clock. */
export const trashLosses = ['slug', 'theme', 'schedule'] as const;
export type TrashLoss = (typeof trashLosses)[number];

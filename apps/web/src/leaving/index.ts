/**
 * LEAVING. Asks before work that is not saved, or a file on its way, is left behind: by a link, the back button, closing the page.
 * In: whether something would be lost. Out: the way that is held back, to be let go or given up.
 */
export * from './use-leave-guard.ts';

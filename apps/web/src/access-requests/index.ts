/**
 * ACCESS REQUESTS. Asking to be let see what one cannot open, and answering those who ask. In: what was to be opened, or
 * whose requests. Out: the question with its state, a count of what is open, and the dialog in which it is answered.
 */
import { lazyPart } from '../shell/index.ts';

export { toGrantText } from './grant-text.ts';
export { OwnNews } from './OwnNews.tsx';
export { useOpenRequests } from './use-open-requests.ts';
export { ShareModal, useSharing } from './use-sharing.tsx';
/** Comes where something could not be opened. */
export const AskForAccess = lazyPart(async () => (await import('./AskForAccess.tsx')).AskForAccess);
/** Comes when somebody asks from where there is little room. */
export const AskForAccessModal = lazyPart(async () => (await import('./AskForAccessModal.tsx')).AskForAccessModal);
/** Comes when somebody answers. */
export const RequestsModal = lazyPart(async () => (await import('./RequestsModal.tsx')).RequestsModal);
